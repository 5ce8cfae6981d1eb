use std::time::Duration;

use serde_json::json;

use super::{TEMPLATE, fault};
use crate::template::{Function, Schedule, Template};

#[test]
fn the_schedule_is_read() {
    let template = Template::parse(TEMPLATE).unwrap();
    let function = Function { name: "reconcile".to_owned(), timeout: Duration::from_mins(15) };
    let expected = Schedule {
        function: function.clone(),
        period: Duration::from_hours(24),
        input: Some(json!({"repair": true})),
    };
    assert_eq!(template.schedules, [expected]);
    assert!(template.functions().any(|other| *other == function));
    assert_eq!(template.without_functions().schedules, []);
}

#[test]
fn rates_are_minutes_hours_and_days() {
    for (rate, period) in [
        ("1 minute", Duration::from_mins(1)),
        ("15 minutes", Duration::from_mins(15)),
        ("1 hour", Duration::from_hours(1)),
        ("12 hours", Duration::from_hours(12)),
        ("2 days", Duration::from_hours(48)),
    ] {
        let template = TEMPLATE.replace("1 day", rate).replace("Input:", "Description:");
        let schedule = Template::parse(&template).unwrap().schedules.remove(0);
        assert_eq!((schedule.period, schedule.input), (period, None), "{rate}");
    }
    for rate in ["0 minutes", "1 minutes", "2 day", "1 week", "day", "1  day", "-1 days", "1.5 days"] {
        let message = fault("1 day", rate);
        assert!(
            message.starts_with(
                "Resources.ReconcileFunction.Properties.Events.Daily.Properties.Schedule must be rate"
            ),
            "{message}"
        );
    }
}

#[test]
fn a_schedule_that_is_not_enabled_is_left_out() {
    for off in ["Enabled: false", "State: DISABLED"] {
        let (head, tail) = TEMPLATE.rsplit_once("Enabled: true").unwrap();
        assert_eq!(Template::parse(&format!("{head}{off}{tail}")).unwrap().schedules, [], "{off}");
    }
}

#[test]
fn unsupported_schedules_are_errors() {
    assert!(
        fault("rate(1 day)", "cron(0 3 * * ? *)")
            .ends_with("Schedule of another form than rate(...) is not supported by the local service")
    );
    assert!(fault("Input: '{\"repair\": true}'", "InputPath: $.detail").contains("is not supported"));
    assert!(fault("{\"repair\": true}", "repair").contains("Input must be a JSON text ("));
    assert!(fault("Input:", "State: SOMETIMES #").contains("State must be ENABLED or DISABLED"));
}
