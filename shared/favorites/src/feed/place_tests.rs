use std::time::Duration;

use super::*;

fn place(since: u64) -> Place {
    Place {
        since: EpochSeconds::new(since),
        tags: Mark { life: Life::Of(Epoch::new(7, true)), after: 3 },
        favorites: Mark { life: Life::of(None), after: Sequence::end_of(0) },
        row: Some(RowPlace::end_of(9)),
        walk: Some(Walk::favorites()),
    }
}

#[test]
fn a_place_is_read_back_from_its_text() {
    let place = place(1_800_000_000);
    assert_eq!(Place::read(&place.position().unwrap()).unwrap(), place);
    for text in ["", "{}", "7", "null"] {
        let error = Place::read(&Position(text.to_owned())).unwrap_err();
        assert!(matches!(error, Error::Position), "{text}: {error}");
    }
}

#[test]
fn a_place_is_good_for_90_days() {
    let place = place(1_800_000_000);
    let end = place.since.plus(CURSOR_KEEPS);
    assert!(place.check_age(EpochSeconds::new(end.get() - 1)).is_ok());
    let error = place.check_age(end).unwrap_err();
    assert!(matches!(error, Error::CursorExpired(_)), "{error}");
    assert_eq!(CURSOR_KEEPS, Duration::from_hours(90 * 24));
}

#[test]
fn a_mark_goes_on_only_in_the_life_that_it_is_of() {
    let (first, later) = (Epoch::new(1, true), Epoch::new(2, false));
    let (nothing, something) = (Life::Unborn { is_empty: true }, Life::Unborn { is_empty: false });
    for (life, epoch, expected) in [
        (Life::Of(first), Some(first), Some(Life::Of(first))),
        (Life::Of(first), Some(later), None),
        (Life::Of(first), Some(Epoch::new(1, false)), None),
        (Life::Of(first), None, None),
        (nothing, None, Some(nothing)),
        (something, None, Some(something)),
        (nothing, Some(first), Some(Life::Of(first))),
        // Changes from before its birth have no number.
        (nothing, Some(later), None),
        (something, Some(first), None),
    ] {
        let followed = Mark { life, after: 4_u64 }.follow(epoch, 4);
        assert_eq!(followed.ok().map(|mark| mark.life), expected, "{life:?} {epoch:?}");
    }
}

#[test]
fn a_mark_beyond_the_last_change_is_of_another_table() {
    let mark = Mark { life: Life::Of(Epoch::new(1, true)), after: Sequence::end_of(4) };
    assert!(mark.follow(Some(Epoch::new(1, true)), Sequence::end_of(4)).is_ok());
    let error = mark.follow(Some(Epoch::new(1, true)), Sequence::end_of(3)).unwrap_err();
    assert!(matches!(error, Error::CursorExpired(_)), "{error}");
}

#[test]
fn changes_of_one_commit_are_in_the_order_of_ids() {
    let id = |number| DataId::from(Uuid::from_u128(number));
    let (low, high) = (Sequence { number: 4, data_id: id(1) }, Sequence { number: 4, data_id: id(2) });
    assert!(Sequence::end_of(3) < low && low < high && high < Sequence::end_of(4));
}

#[test]
fn a_life_that_numbers_nothing_notes_that_the_client_has_something() {
    let (mut unborn, mut born) = (Life::of(None), Life::of(Some(Epoch::new(1, true))));
    unborn.note_item();
    born.note_item();
    assert_eq!((unborn, born), (Life::Unborn { is_empty: false }, Life::Of(Epoch::new(1, true))));
}
