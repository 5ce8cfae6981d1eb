//! Client request tokens of transactions that upgrade items.

use single_table::Update;

use super::today::Track;
use super::{key, with_past};
use crate::written::transaction_of;

#[tokio::test]
async fn a_transaction_with_a_token_happens_once_although_it_upgrades() {
    let programs = with_past([1]).await;
    for _ in 0..2 {
        let transaction = transaction_of(Update::<Track>::new(key(1)).add(Track::PLAYS, 1));
        programs.new.transact(transaction).token("play-1").await.unwrap();
    }
    assert_eq!(programs.read(1).await.unwrap().plays, 8);
}
