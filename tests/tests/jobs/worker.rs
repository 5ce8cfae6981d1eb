//! The worker and the sweeper, called by the stream and the schedule of the local service.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{Action, Selector, UserId};
use favorites_local::template::Template;
use favorites_local::{Options, functions_on};
use favorites_tests::{Clock, Service, eventually, sample};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sweeper_and_the_worker_finish_jobs_that_no_request_works_on() {
    let mut template = Template::project().expect("the project's template is well-formed");
    let [schedule] = template.schedules.as_mut_slice() else { panic!("one schedule") };
    schedule.period = Duration::from_millis(50);
    let clock = Clock::start();
    let of_functions = clock.clone();
    let service =
        Service::run(Options { template: Some(template), ..Options::throw_away() }, move |environment| {
            functions_on(environment, |client| {
                let clock = of_functions.clone();
                Favorites::new(client, environment.table_name.clone()).with_clock(move || clock.now())
            })
        })
        .await;
    let owner_clock = clock.clone();
    let owner = Favorites::new(service.dynamodb(), service.table_name().to_owned())
        .with_clock(move || owner_clock.now());
    let mut jobs = Vec::new();
    for name in ["ann", "bea", "cem"] {
        let person = service.person(name);
        person.create(&sample::favorite("note", "x")).await;
        let user = UserId::parse(name).expect("it is an id");
        let job = owner.begin_job(&user, Action::Delete, Selector::default(), None).await;
        jobs.push((person, format!("/jobs/{}", job.expect("it can begin").job_id)));
    }
    clock.advance(JOB_HELD);
    for (person, path) in jobs {
        eventually(async || {
            let job = person.get(&path).await.is(200);
            if job["state"] == "done" { Ok(()) } else { Err(job.to_string()) }
        })
        .await;
        assert_eq!(person.all("/trash").await.len(), 1);
    }
    service.end().await;
}
