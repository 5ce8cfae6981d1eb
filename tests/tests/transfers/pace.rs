//! The pace of imports, as it is on AWS.

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits::{JOB_UNITS_PER_SECOND, LONGEST_REST, UNITS_OF_ALL_JOBS_PER_SECOND};
use favorites_api::favorites::{Client, ImportOptions, JobState};

use crate::desk::{Desk, LONG, user};
use crate::import::links;

#[tokio::test]
async fn an_import_consumes_no_more_write_units_in_a_second_than_its_rate() {
    let desk = Desk::open().await;
    let user = user("ann");
    let (favorites, meter) = desk.with_pace();
    let job = desk.import(&user, &links(450), ImportOptions::default()).await;
    let begin = Instant::now();
    let job = favorites.run_job(&user, job.job_id, LONG).await.unwrap();
    assert_eq!(job.counts.changed, 450);
    let units: f64 = meter.take().iter().map(|usage| usage.units.write).sum();
    assert!(units > 2_000.0, "{units}");
    // The job does not rest after its last step.
    let steps = units - 200.0 * units / 450.0;
    assert!(begin.elapsed().as_secs_f64() >= steps / f64::from(JOB_UNITS_PER_SECOND), "{units} units");
    desk.table.shutdown().await;
}

#[tokio::test]
async fn imports_of_six_users_rest_for_as_long_as_the_rate_of_all_jobs_asks_for() {
    let desk = Desk::open().await;
    let (favorites, meter) = desk.with_pace();
    let mut later_units = 0.0;
    for number in 0..6 {
        let user = user(&format!("user-{number}"));
        let job = desk.import(&user, &links(201), ImportOptions::default()).await;
        // The first of two steps.
        let job = favorites.run_job(&user, job.job_id, Duration::ZERO).await.unwrap();
        assert_eq!(job.counts.changed, 200);
        let units: f64 = meter.take().iter().map(|usage| usage.units.write).sum();
        if number > 0 {
            later_units += units;
        }
        let next = favorites.jobs_with_work(&user).await.unwrap()[&job.job_id];
        let rest = Duration::from_secs_f64(later_units / f64::from(UNITS_OF_ALL_JOBS_PER_SECOND));
        // A few units of each turn are not those of its step.
        assert!(next >= desk.clock.after(rest.mul_f64(0.9)), "{next}, {later_units} units");
        let early = favorites.run_job(&user, job.job_id, LONG).await.unwrap();
        assert_eq!(early.counts, job.counts, "the job rests");
    }
    assert!(later_units > 5_000.0, "{later_units}");
    desk.table.shutdown().await;
}

#[tokio::test]
async fn a_wrong_clock_of_one_job_lets_others_rest_for_a_minute_at_most() {
    let desk = Desk::open().await;
    let (favorites, _) = desk.with_pace();
    let clock = desk.clock.clone();
    let ahead = favorites.clone().with_clock(move || clock.after(Duration::from_hours(1)));
    for (worker, name) in [(ahead, "ann"), (favorites, "ben")] {
        let user = user(name);
        let job = desk.import(&user, &links(201), ImportOptions::default()).await;
        worker.run_job(&user, job.job_id, Duration::ZERO).await.unwrap();
        let next = worker.jobs_with_work(&user).await.unwrap()[&job.job_id];
        assert!(next > worker.now(), "{name}");
        assert!(name == "ann" || next == desk.clock.after(LONGEST_REST), "ben waits until {next}");
    }
    desk.table.shutdown().await;
}

#[tokio::test]
async fn an_import_goes_on_where_the_pace_of_all_jobs_is_damaged() {
    let desk = Desk::open().await;
    let environment = desk.table.environment();
    let mut damaged = Client::new(&environment.sdk_config()).put_item().table_name(&environment.table_name);
    for (name, value) in [("pk", "JobPace#all"), ("sk", "JobPace"), ("type", "JobPace"), ("jobs", "all")] {
        damaged = damaged.item(name, AttributeValue::S(value.to_owned()));
    }
    damaged.send().await.unwrap();
    let (favorites, _) = desk.with_pace();
    let job = desk.import(&user("ann"), &links(201), ImportOptions::default()).await;
    let job = favorites.run_job(&job.user_id, job.job_id, LONG).await.unwrap();
    assert_eq!((job.state, job.counts.changed), (JobState::Done, 201), "{job:?}");
    desk.table.shutdown().await;
}
