//! Writes and reads that an entity or a store does not allow.

use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Delete, Entity, Put, Store, Transaction, Update, table};

table! {
    /// Notes and users.
    pub struct NoteTable { key: (pk, sk), entities: [Note, User] }
}

table! {
    /// Orders.
    pub struct ShopTable { key: (pk, sk), entities: [] }
}

/// A note.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
pub struct Note {
    user: String,
    id: u32,
    text: String,
    #[serde(default)]
    reads: u64,
}

/// A user.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "User", partition(id), sort(), version(version))]
#[unique(record = UserEmail, partition(email), sort())]
pub struct User {
    id: u32,
    email: String,
    version: u64,
}

fn key_without_a_component() {
    let _ = NoteKey { user: "ann".to_owned() };
}

fn update_of_an_entity_in_place_of_its_key(note: Note) {
    let _ = Update::new(note);
}

fn deletion_of_an_entity_in_place_of_its_key(note: Note) {
    let _ = Delete::new(note);
}

fn check_of_an_entity_in_place_of_its_key(note: Note) {
    let _ = Check::new(note, Condition::live());
}

fn check_sent_alone(store: &Store<NoteTable>, check: Check<Note>) {
    let _ = store.execute(check);
}

fn returned_item_of_a_transaction(transaction: &mut Transaction<NoteTable>, note: &Note) {
    transaction.add(Put::new(note).returning_old());
}

fn replacement_of_an_entity_without_a_version(before: Note, mut after: Note) {
    let _ = Transaction::<NoteTable>::new().replace(&before, &mut after);
}

fn plain_put_of_an_entity_with_a_unique_constraint(user: &User) {
    let _ = Put::new(user);
}

fn plain_deletion_of_an_entity_with_a_unique_constraint(key: UserKey) {
    let _ = Delete::<User>::new(key);
}

fn upsert_of_an_entity_with_a_unique_constraint(key: UserKey) {
    let _ = Update::<User>::upsert(key);
}

fn upsert_of_an_entity_with_a_required_field(key: NoteKey) {
    let _ = Update::upsert(key).add(Note::READS, 1);
}

async fn insert_of_an_entity_of_another_table(shop: &Store<ShopTable>, note: &Note) {
    let _ = shop.insert(note).await;
}

async fn put_of_an_entity_of_another_table(shop: &Store<ShopTable>, note: &Note) {
    let _ = shop.execute(Put::new(note)).await;
}

async fn read_of_an_entity_of_another_table(shop: &Store<ShopTable>, key: &NoteKey) {
    let _ = shop.get::<Note>(key).await;
}

async fn query_of_an_entity_of_another_table(shop: &Store<ShopTable>) {
    let _ = shop.all(NoteItems::query("ann".to_owned())).await;
}

fn main() {}
