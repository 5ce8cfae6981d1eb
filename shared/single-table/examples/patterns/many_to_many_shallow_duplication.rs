//! Many-to-many with shallow copies: a class lists the ids and names of its students, but not their other data.
//!
//! Use it if one side shows only a little of the other, that data hardly ever changes, and the list is short. It covers one
//! direction; to list the classes of a student, use another pattern.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Update, table};

use crate::support;

table! {
    /// Classes and students.
    struct SchoolTable { key: (pk, sk), entities: [Class, Student] }
}

/// A class with its students.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SchoolTable, name = "Class", partition(class), sort())]
struct Class {
    class: String,
    students: Vec<ClassStudent>,
}

/// The copy of a student's data that a class stores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ClassStudent {
    id: u32,
    name: String,
}

/// A student. The address may change, so classes don't copy it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SchoolTable, name = "Student", partition(id), sort())]
struct Student {
    id: u32,
    name: String,
    email: String,
}

/// Returns a class with the names of its students by reading a single item.
async fn class(store: &Store<SchoolTable>, class: &str) -> support::Result<Option<Class>> {
    Ok(store.get(&ClassKey { class: class.to_owned() }).await?)
}

/// Returns all data of a student.
async fn student(store: &Store<SchoolTable>, id: u32) -> support::Result<Option<Student>> {
    Ok(store.get(&StudentKey { id }).await?)
}

async fn change_email(store: &Store<SchoolTable>, id: u32, email: &str) -> support::Result<()> {
    let change = Update::new(StudentKey { id }).set(Student::EMAIL, email);
    store.execute(change).await?;
    Ok(())
}

async fn stocked() -> support::Result<Store<SchoolTable>> {
    let store = support::table().await;
    let student = |(id, name): (u32, &str)| {
        Student { id, name: name.to_owned(), email: format!("{name}@example.com") }
    };
    let [ann, bob, cem] = [(0, "Ann"), (1, "Bob"), (2, "Cem")].map(student);
    let shown = |student: &Student| ClassStudent { id: student.id, name: student.name.clone() };
    let classes = [("math", [&cem, &ann]), ("math 2", [&bob, &cem])];
    let classes = classes.map(|(class, students)| Class {
        class: class.to_owned(),
        students: students.into_iter().map(shown).collect(),
    });
    support::put_all(&store, classes).await?;
    support::put_all(&store, [ann, bob, cem]).await?;
    change_email(&store, 2, "cem@example.org").await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let students = class(&store, "math").await?.map(|class| class.students).unwrap_or_default();
    let first = students.first().ok_or("the class has no student")?.id;
    let profile = student(&store, first).await?.ok_or("the first student is not there")?;
    Ok(format!("{}; the first is {}", support::listed(students, |student| student.name), profile.email))
}

#[tokio::test]
async fn a_class_stores_names_and_the_student_stores_everything_else() {
    assert_eq!(run().await.unwrap(), "Cem, Ann; the first is cem@example.org");
}
