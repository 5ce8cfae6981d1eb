//! Signatures while everything happens at once: rounds that stand still, die and go on when others are long over.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;

use favorites_api::favorites::{DataId, Error, Reconciled, Repairs};
use favorites_tests::pause_when;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use crate::account::{Account, LONG};
use crate::signatures::TINY_SEGMENT;

/// The number of steps of a history.
const STEPS: usize = 40;

/// The most requests after which a round stands still: more than one makes.
const REQUESTS: usize = 80;

/// The number of words to search for after each step.
const LOOKED_FOR: usize = 6;

type Round = Pin<Box<dyn Future<Output = Result<Reconciled, Error>>>>;

struct History {
    account: Account,
    random: StdRng,
    /// A word for each note that has one of its own, and nothing else has it.
    words: BTreeMap<DataId, String>,
    gone: BTreeSet<String>,
    rounds: Vec<Round>,
}

impl History {
    async fn step(&mut self, number: usize) -> String {
        match self.random.random_range(0..10) {
            0..4 => self.rename(format!("quince{number}")).await,
            4 => self.delete().await,
            5 => {
                self.account.repair().await;
                "reconciled".to_owned()
            }
            6..8 => self.begin().await,
            _ => self.go_on().await,
        }
    }

    async fn rename(&mut self, word: String) -> String {
        let account = &self.account;
        let note = *account.notes[..100].iter().choose(&mut self.random).expect("there are notes");
        account.rename(note, &word).await;
        account.deliver(note).await;
        if self.random.random() {
            account.empty_journal_of(note).await;
        }
        self.gone.extend(self.words.insert(note, word.clone()));
        word
    }

    async fn delete(&mut self) -> String {
        let Some(note) = self.words.keys().copied().choose(&mut self.random) else { return String::new() };
        let account = &self.account;
        account.favorites.delete_favorite(&account.user, note, None).await.expect("it is there");
        account.deliver(note).await;
        // The record of the removal is not delivered: the next round finds it.
        account.repair().await;
        let word = self.words.remove(&note).expect("it has a word");
        account.favorites.restore_favorite(&account.user, note, None).await.expect("it is in the trash");
        self.rename_restored(note).await;
        self.gone.insert(word);
        format!("{note} deleted and restored")
    }

    async fn rename_restored(&mut self, note: DataId) {
        let word = format!("medlar{}", self.gone.len());
        self.account.rename(note, &word).await;
        self.account.deliver(note).await;
        self.words.insert(note, word);
    }

    /// A round that stands still after some request.
    async fn begin(&mut self) -> String {
        let (favorites, faults) = self.account.faulty();
        let user = self.account.user.clone();
        let mut round: Round =
            Box::pin(async move { favorites.reconcile_user(&user, Repairs::AtOnce, LONG).await });
        let requests = self.random.random_range(1..REQUESTS);
        match pause_when(&mut round, || faults.requests().len() >= requests).await {
            Some(ended) => drop(ended.expect("the table answers")),
            None => self.rounds.push(round),
        }
        format!("a round of {requests} requests")
    }

    /// A round that stood still goes to its end, or dies.
    async fn go_on(&mut self) -> String {
        if self.rounds.is_empty() {
            return String::new();
        }
        let at = self.random.random_range(0..self.rounds.len());
        let round = self.rounds.swap_remove(at);
        if self.random.random_ratio(1, 4) {
            return "a round died".to_owned();
        }
        round.await.expect("the table answers");
        "a round went on".to_owned()
    }

    async fn check(&mut self, place: &str) {
        for (note, word) in self.words.iter().sample(&mut self.random, LOOKED_FOR) {
            let found = self.account.find(&format!("\"{word}\"")).await.expect("the table answers");
            assert_eq!(found, BTreeSet::from([*note]), "{word} {place}");
        }
        if let Some(word) = self.gone.iter().choose(&mut self.random) {
            assert_eq!(
                self.account.find(&format!("\"{word}\"")).await.expect("the table answers"),
                BTreeSet::new(),
                "{word} {place}"
            );
        }
    }
}

#[tokio::test]
async fn searches_find_everything_after_random_changes() {
    let seed = std::env::var("SIGNATURES_SEED")
        .map_or_else(|_| rand::random(), |seed| seed.parse().expect("a number"));
    eprintln!("SIGNATURES_SEED={seed}");
    let account = Account::open_with(TINY_SEGMENT).await;
    account.repair().await;
    let random = StdRng::seed_from_u64(seed);
    let (words, gone, rounds) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    let mut history = History { account, random, words, gone, rounds };
    let mut happened = Vec::new();
    for number in 0..STEPS {
        happened.push(history.step(number).await);
        history.check(&format!("with seed {seed}, after {happened:?}")).await;
    }
    for round in std::mem::take(&mut history.rounds) {
        round.await.expect("the table answers");
    }
    history.account.repair().await;
    history.check(&format!("with seed {seed}, at the end")).await;
    assert!(!history.account.keys("CatalogueSignature").await.is_empty());
    history.account.check().await;
}
