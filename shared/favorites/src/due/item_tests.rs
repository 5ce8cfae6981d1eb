use super::*;

fn time(seconds: i64) -> Timestamp {
    Timestamp::from_unix_millis(1_800_000_000_000 + seconds * 1_000).unwrap()
}

/// Returns new ids, in ascending order.
fn jobs<const N: usize>() -> [JobId; N] {
    std::array::from_fn(|number| JobId::at(time(i64::try_from(number).unwrap())))
}

/// Returns the item of a user with jobs that are due from these seconds on, at second 0.
fn due(jobs: &[(JobId, i64)]) -> Due {
    let mut due = Due::new(&UserId::parse("ann").unwrap(), time(0));
    for (job_id, seconds) in jobs {
        due.add(*job_id, time(*seconds), usize::MAX, time(0)).unwrap();
    }
    due
}

/// Returns true if the item calls the worker, and does so only once.
fn calls(due: &Due) -> bool {
    assert!(!due.call || due.state == DueState::Called, "{due:?}");
    due.call
}

#[test]
fn a_job_that_is_due_calls_the_worker_and_one_that_is_not_waits_for_the_sweeper() {
    let [job] = jobs();
    assert!(calls(&due(&[(job, 0)])));
    let mut later = due(&[(job, 60)]);
    assert!(!calls(&later));
    later.settle_if_overdue(time(59));
    assert!(!calls(&later));
    later.settle_if_overdue(time(60));
    assert!(calls(&later));
}

#[test]
fn a_user_has_one_call_however_many_jobs_they_begin() {
    let [first, second] = jobs();
    let mut due = due(&[(first, 0)]);
    for other in jobs::<1_000>() {
        due.set(other, Some(time(1)), time(0));
        assert!(!calls(&due), "a call is on its way");
    }
    let taken = due.take(time(1));
    assert_eq!(taken, Some(Task::Job(first)), "it has waited for the longest time");
    assert_eq!(due.take(time(1)), None, "the same call is delivered again");
    due.set(second, Some(time(0)), time(1));
    assert!(!calls(&due), "the worker works");
    due.give_back(first, None, time(20));
    assert!(calls(&due), "the next turn");
}

#[test]
fn a_call_for_a_job_that_has_ended_meanwhile_leaves_the_user_free_for_the_next_call() {
    let [first, second] = jobs();
    let mut due = due(&[(first, 0), (second, 60)]);
    due.set(first, None, time(1));
    assert_eq!(due.take(time(2)), None);
    due.settle_if_overdue(time(60));
    assert!(calls(&due));
}

#[test]
fn jobs_of_a_user_take_turns() {
    let [first, second, third] = jobs();
    let mut due = due(&[(first, 0), (second, 0), (third, 0)]);
    let mut turns = Vec::new();
    for turn in 0..6 {
        let Some(Task::Job(job_id)) = due.take(time(turn * 20)) else { panic!("{due:?}") };
        turns.push(job_id);
        due.give_back(job_id, Some(time(turn * 20 + 19)), time(turn * 20 + 19));
    }
    assert_eq!(turns, [first, second, third, first, second, third]);
}

#[test]
fn a_worker_that_dies_is_replaced_after_its_hold_and_a_lost_call_is_repeated() {
    let held = i64::try_from(JOB_HELD.as_secs()).unwrap();
    let lost = i64::try_from(CALL_LOST.as_secs()).unwrap();
    let [job] = jobs();
    let mut due = due(&[(job, 0)]);
    due.settle_if_overdue(time(lost - 1));
    assert!(calls(&due), "nothing has changed");
    due.call = false;
    due.settle_if_overdue(time(lost - 1));
    assert!(!calls(&due), "the call may still be on its way");
    due.settle_if_overdue(time(lost));
    assert!(calls(&due));
    due.take(time(lost)).unwrap();
    due.settle_if_overdue(time(lost + held - 1));
    assert!(!calls(&due), "the worker may be alive");
    due.settle_if_overdue(time(lost + held));
    assert!(calls(&due));
}

#[test]
fn a_user_has_no_more_jobs_than_the_limit_and_the_error_names_it() {
    let [first, second, third, fourth] = jobs();
    let mut due = due(&[]);
    for job_id in [first, second, third] {
        due.add(job_id, time(0), 3, time(0)).unwrap();
    }
    due.add(third, time(1), 3, time(0)).unwrap();
    let error = due.add(fourth, time(0), 3, time(0)).unwrap_err();
    assert!(matches!(error, Error::TooManyJobs), "{error}");
    assert!(error.to_string().contains("at most 50 jobs"), "{error}");
    due.set(first, None, time(0));
    due.add(fourth, time(0), 3, time(0)).unwrap();
}

/// Returns an item whose worker reconciles the user, and the notes of which it knows.
fn reconciling(times: &[Timestamp]) -> (Due, Vec<Timestamp>, Repairs) {
    let mut due = due(&[]);
    due.add_pass(times, Repairs::Confirmed, time(0));
    assert!(calls(&due));
    let Some(Task::Pass(known, repairs)) = due.take(time(0)) else { panic!("{due:?}") };
    (due, known, repairs)
}

#[test]
fn a_pass_that_ends_answers_the_notes_that_it_knows_and_another_one_follows_for_later_notes() {
    let (mut due, known, repairs) = reconciling(&[time(-10), time(-5)]);
    assert_eq!(known, [time(-10), time(-5)]);
    due.add_pass(&[time(-5), time(7)], Repairs::Confirmed, time(8));
    due.give_back_pass((&known, repairs), Some(true), time(9));
    assert!(calls(&due), "a note came meanwhile");
    let Some(Task::Pass(known, repairs)) = due.take(time(9)) else { panic!("{due:?}") };
    assert_eq!(known, [time(7)]);
    due.give_back_pass((&known, repairs), Some(true), time(10));
    assert!(due.is_empty());
}

#[test]
fn a_pass_that_does_not_repair_at_once_is_no_answer_to_one_that_does() {
    let (mut due, known, repairs) = reconciling(&[]);
    due.add_pass(&[], Repairs::AtOnce, time(1));
    due.give_back_pass((&known, repairs), Some(true), time(2));
    let Some(Task::Pass(known, repairs)) = due.take(time(2)) else { panic!("{due:?}") };
    assert_eq!(repairs, Repairs::AtOnce);
    due.give_back_pass((&known, repairs), Some(true), time(3));
    assert!(due.is_empty());
}

#[test]
fn a_pass_that_fails_again_and_again_has_ever_fewer_attempts_and_jobs_go_on_meanwhile() {
    let (mut due, known, repairs) = reconciling(&[time(-1)]);
    let mut now = 0;
    for delay in [0, 1, 4, 16, 16, 16] {
        due.give_back_pass((&known, repairs), None, time(now));
        due.settle_if_overdue(time(now + delay * 60 - 1));
        assert_eq!(calls(&due), delay == 0, "after {delay} minutes");
        now += delay * 60;
        due.settle_if_overdue(time(now));
        let [job] = jobs();
        due.set(job, Some(time(now - 1)), time(now));
        assert_eq!(due.take(time(now)), Some(Task::Job(job)), "it has waited for longer");
        due.give_back(job, None, time(now));
        assert!(matches!(due.take(time(now)), Some(Task::Pass(..))), "{due:?}");
    }
}

#[test]
fn a_pass_has_at_most_16_notes_and_leaves_the_others_to_the_sweeper() {
    let notes: Vec<_> = (0..20).map(|seconds| time(-seconds)).collect();
    let (_, known, _) = reconciling(&notes);
    assert_eq!(known.len(), NOTES_OF_PASS);
}

/// Returns an item whose worker goes on with clean-ups, and the time by which the turn is known.
fn cleaning_up() -> (Due, Timestamp) {
    let mut due = due(&[]);
    due.add_upkeep(Upkeep::Cleanups, time(0));
    assert!(calls(&due));
    let Some(Task::Upkeep(Upkeep::Cleanups, taken)) = due.take(time(0)) else { panic!("{due:?}") };
    (due, taken)
}

#[test]
fn a_thousand_deleted_tags_change_the_item_once() {
    let mut due = due(&[]);
    due.add_upkeep(Upkeep::Cleanups, time(0));
    let once = due.clone();
    for seconds in 0..1_000 {
        due.add_upkeep(Upkeep::Cleanups, time(seconds));
    }
    assert_eq!(due, once);
}

#[test]
fn upkeep_takes_turns_with_jobs_and_passes_by_the_longest_wait() {
    let [job] = jobs();
    let mut due = due(&[(job, 2)]);
    due.add_upkeep(Upkeep::Cleanups, time(1));
    due.add_pass(&[], Repairs::Confirmed, time(3));
    due.add_upkeep(Upkeep::Compaction, time(4));
    let mut turns = Vec::new();
    for now in (10..18).map(time) {
        due.settle_if_overdue(now);
        match due.take(now) {
            Some(Task::Upkeep(Upkeep::Cleanups, taken)) => {
                turns.push("clean-ups");
                due.give_back_upkeep((Upkeep::Cleanups, taken), Ok(Some(now)), now);
            }
            Some(Task::Job(job_id)) => {
                turns.push("job");
                due.give_back(job_id, Some(now), now);
            }
            Some(Task::Pass(known, repairs)) => {
                turns.push("pass");
                due.give_back_pass((&known, repairs), Some(false), now);
            }
            Some(Task::Upkeep(Upkeep::Compaction, taken)) => {
                turns.push("compaction");
                due.give_back_upkeep((Upkeep::Compaction, taken), Ok(Some(now)), now);
            }
            None => panic!("{due:?}"),
        }
    }
    assert_eq!(turns, ["clean-ups", "job", "pass", "compaction", "clean-ups", "job", "pass", "compaction"]);
}

#[test]
fn a_tag_that_is_deleted_during_a_turn_is_followed_by_a_turn_whatever_the_result() {
    for result in [Ok(None), Ok(Some(time(900))), Err(())] {
        let (mut due, taken) = cleaning_up();
        due.add_upkeep(Upkeep::Cleanups, time(5));
        due.give_back_upkeep((Upkeep::Cleanups, taken), result, time(6));
        assert!(calls(&due), "{result:?}");
        assert!(matches!(due.take(time(6)), Some(Task::Upkeep(Upkeep::Cleanups, _))), "{result:?}");
    }
}

#[test]
fn clean_ups_that_wait_are_due_at_their_time_and_at_once_if_another_tag_is_deleted() {
    let (mut due, taken) = cleaning_up();
    due.give_back_upkeep((Upkeep::Cleanups, taken), Ok(Some(time(900))), time(5));
    due.settle_if_overdue(time(899));
    assert!(!calls(&due));
    for seconds in [100, 899, 900, 901] {
        let mut other = due.clone();
        other.add_upkeep(Upkeep::Cleanups, time(seconds));
        assert!(calls(&other), "after {seconds} s");
    }
    due.settle_if_overdue(time(900));
    let Some(Task::Upkeep(Upkeep::Cleanups, taken)) = due.take(time(900)) else { panic!("{due:?}") };
    due.give_back_upkeep((Upkeep::Cleanups, taken), Ok(None), time(901));
    assert!(due.is_empty());
}

#[test]
fn turns_that_fail_have_ever_longer_delays_and_a_dead_worker_counts_like_one() {
    let held = i64::try_from(JOB_HELD.as_secs()).unwrap();
    let (mut due, mut taken) = cleaning_up();
    let mut now = 0;
    for delay in [0, 1, 4, 16, 16] {
        due.give_back_upkeep((Upkeep::Cleanups, taken), Err(()), time(now));
        now += delay * 60;
        due.settle_if_overdue(time(now));
        let Some(Task::Upkeep(Upkeep::Cleanups, next)) = due.take(time(now)) else { panic!("{due:?}") };
        taken = next;
    }
    // The worker dies.
    now += held + 16 * 60;
    due.settle_if_overdue(time(now - 1));
    assert!(!calls(&due));
    due.settle_if_overdue(time(now));
    let Some(Task::Upkeep(Upkeep::Cleanups, taken)) = due.take(time(now)) else { panic!("{due:?}") };
    due.give_back_upkeep((Upkeep::Cleanups, taken), Ok(Some(time(now))), time(now));
    let Some(Task::Upkeep(Upkeep::Cleanups, taken)) = due.take(time(now)) else { panic!("{due:?}") };
    due.give_back_upkeep((Upkeep::Cleanups, taken), Err(()), time(now));
    assert!(calls(&due), "progress clears the attempts");
}
