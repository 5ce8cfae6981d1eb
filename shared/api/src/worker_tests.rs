use serde_json::json;

use super::*;

#[test]
fn an_event_asks_for_nothing_for_one_user_or_for_all_and_nothing_else() {
    assert_eq!(serde_json::from_value::<SweepEvent>(json!({})).unwrap(), SweepEvent::default());
    let event = |user_id: Option<&str>, repairs| {
        let user_id = user_id.map(|user| UserId::parse(user).unwrap());
        SweepEvent { reconcile: Some(Reconcile { user_id, repairs }) }
    };
    for (json, expected) in [
        (json!({"reconcile": {"userId": "ann"}}), event(Some("ann"), Repairs::Confirmed)),
        (json!({"reconcile": {"repairs": "atOnce"}}), event(None, Repairs::AtOnce)),
    ] {
        assert_eq!(serde_json::from_value::<SweepEvent>(json).unwrap(), expected);
    }
    for wrong in [
        json!({"Records": []}),
        json!({"reconcile": {"user": "ann"}}),
        json!({"reconcile": {"repairs": "now"}}),
    ] {
        assert!(serde_json::from_value::<SweepEvent>(wrong.clone()).is_err(), "{wrong}");
    }
}
