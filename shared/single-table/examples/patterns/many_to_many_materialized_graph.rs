//! Many-to-many as a materialized graph: the table stores the edges of a node in its partition, and an index lists them by
//! target.
//!
//! Use it for several kinds of relationships between nodes, each with its own data, that you query from both ends: everything
//! about a person, and everyone related to a city. Few applications need it.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, table};

use crate::support;

table! {
    /// People and their relationships to cities.
    struct GraphTable {
        key: (pk, sk),
        global: [ByTarget = byTarget (targetPk, targetSk)],
        entities: [Person, Birth, Job],
    }
}

/// A node of the graph: a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = GraphTable, name = "Person", collection = "Person", partition(person), sort())]
struct Person {
    person: String,
}

/// An edge from a person to their place of birth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = GraphTable, name = "Birth", collection = "Person", partition(person), sort())]
#[index(on = ByTarget, view = BirthsByCity, collection = "City", partition(city), sort(year, person))]
struct Birth {
    person: String,
    city: String,
    year: u16,
}

/// An edge from a person to a city in which they work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = GraphTable, name = "Job", collection = "Person", partition(person), sort(city))]
#[index(on = ByTarget, view = JobsByCity, collection = "City", partition(city), sort(title, person))]
struct Job {
    person: String,
    city: String,
    title: String,
}

/// An item of a person's collection: the person or one of their edges.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Person", partition(person: String))]
enum PersonItem {
    Person(Person),
    Birth(Birth),
    Job(Job),
}

/// An edge to a city, from the collection of that city in the index.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "City", on = ByTarget, partition(city: String))]
enum CityItem {
    Birth(Birth),
    Job(Job),
}

async fn about_person(store: &Store<GraphTable>, person: &str) -> support::Result<Vec<PersonItem>> {
    Ok(store.all(PersonItem::query(person.to_owned())).await?)
}

async fn about_city(store: &Store<GraphTable>, city: &str) -> support::Result<Vec<CityItem>> {
    Ok(store.all(CityItem::query(city.to_owned())).await?)
}

async fn working_as(store: &Store<GraphTable>, city: &str, title: &str) -> support::Result<Vec<Job>> {
    Ok(store.all(JobsByCity::query(city.to_owned()).begins_with(&(title,))).await?)
}

async fn stocked() -> support::Result<Store<GraphTable>> {
    let store = support::table().await;
    let text = str::to_owned;
    support::put_all(&store, ["ann", "bob"].map(|person| Person { person: text(person) })).await?;
    let births = [("ann", "Bonn", 1990), ("bob", "Bonn", 1985)];
    let birth = |(person, city, year)| Birth { person: text(person), city: text(city), year };
    support::put_all(&store, births.map(birth)).await?;
    let jobs = [("ann", "Ulm", "cook"), ("ann", "Bonn", "cook"), ("bob", "Ulm", "cookery teacher")];
    let job = |(person, city, title)| Job { person: text(person), city: text(city), title: text(title) };
    support::put_all(&store, jobs.map(job)).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let ann = about_person(&store, "ann").await?.len();
    let bonn = support::listed(about_city(&store, "Bonn").await?, |item| match item {
        CityItem::Birth(birth) => format!("{} born {}", birth.person, birth.year),
        CityItem::Job(job) => format!("{} {}", job.person, job.title),
    });
    let cooks = support::listed(working_as(&store, "Ulm", "cook").await?, |job| job.person);
    Ok(format!("{ann} items about ann; Bonn: {bonn}; cooks in Ulm: {cooks}"))
}

#[tokio::test]
async fn the_graph_is_read_from_both_ends() {
    let bonn = "bob born 1985, ann born 1990, ann cook";
    assert_eq!(run().await.unwrap(), format!("4 items about ann; Bonn: {bonn}; cooks in Ulm: ann"));
}
