//! The state machine of the template, run by the local service.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{Action, Selector, UserId};
use favorites_local::template::Template;
use favorites_local::{Options, functions};
use favorites_tests::{Service, eventually, sample};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_state_machine_finishes_jobs_that_no_request_works_on() {
    let mut template = Template::project().expect("the project's template is well-formed");
    template.schedules.retain(|schedule| schedule.target.name() == "Jobs");
    let [schedule] = template.schedules.as_mut_slice() else { panic!("one schedule") };
    schedule.period = Duration::from_millis(50);
    let service =
        Service::run(Options { template: Some(template), ..Options::throw_away() }, functions).await;
    let owner = Favorites::new(service.dynamodb(), service.table_name().to_owned());
    let mut jobs = Vec::new();
    for name in ["ann", "bea", "cem"] {
        let person = service.person(name);
        person.create(&sample::favorite("note", "x")).await;
        let user = UserId::parse(name).expect("it is an id");
        let job = owner.begin_job(&user, Action::Delete, Selector::default(), None).await;
        jobs.push((person, format!("/jobs/{}", job.expect("it can begin").job_id)));
    }
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
