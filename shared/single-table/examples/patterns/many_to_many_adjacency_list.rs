//! Many-to-many as an adjacency list: one item for each movie, each actor, and each role that connects the two.
//!
//! Use it if you query both directions and the relationship itself does not change. The table stores a role in the partition of
//! its movie, and an inverted index lists it under its actor. Attributes that change belong to the movie or the actor.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, Update, table};

use crate::support;

table! {
    /// Movies, actors, and the roles that connect them.
    struct FilmTable {
        key: (pk, sk),
        global: [Inverted = inverted (invertedPk, invertedSk)],
        entities: [Movie, Actor, Role],
    }
}

/// A movie.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = FilmTable, name = "Movie", collection = "Movie", partition(movie), sort())]
struct Movie {
    movie: String,
    tickets: u64,
}

/// An actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = FilmTable, name = "Actor", partition(actor), sort())]
struct Actor {
    actor: String,
    born: u16,
}

/// The part that an actor played in a movie.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = FilmTable, name = "Role", collection = "Movie", partition(movie), sort(actor))]
#[index(on = Inverted, view = RolesByActor, partition(actor), sort(movie))]
struct Role {
    movie: String,
    actor: String,
    part: String,
}

/// An item of a movie's collection: the movie itself or one of its roles.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Movie", partition(movie: String))]
enum MovieItem {
    Movie(Movie),
    Role(Role),
}

async fn movie_with_cast(store: &Store<FilmTable>, movie: &str) -> support::Result<Vec<MovieItem>> {
    Ok(store.all(MovieItem::query(movie.to_owned())).await?)
}

async fn roles_of(store: &Store<FilmTable>, actor: &str) -> support::Result<Vec<Role>> {
    Ok(store.all(RolesByActor::query(actor.to_owned())).await?)
}

async fn actor(store: &Store<FilmTable>, actor: &str) -> support::Result<Option<Actor>> {
    Ok(store.get(&ActorKey { actor: actor.to_owned() }).await?)
}

async fn stocked() -> support::Result<Store<FilmTable>> {
    let store = support::table().await;
    let movie = |movie: &str| Movie { movie: movie.to_owned(), tickets: 0 };
    let actor = |actor: &str, born| Actor { actor: actor.to_owned(), born };
    let role = |movie: &str, actor: &str, part: &str| Role {
        movie: movie.to_owned(),
        actor: actor.to_owned(),
        part: part.to_owned(),
    };
    support::put_all(&store, [movie("Alien"), movie("Aliens")]).await?;
    support::put_all(&store, [actor("Weaver", 1949), actor("Holm", 1931)]).await?;
    let roles = [role("Alien", "Weaver", "Ripley"), role("Alien", "Holm", "Ash"), role("Aliens", "Weaver", "Ripley")];
    support::put_all(&store, roles).await?;
    let sold = Update::new(MovieKey { movie: "Alien".to_owned() }).add(Movie::TICKETS, 3);
    store.execute(sold).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let movie = support::listed(movie_with_cast(&store, "Alien").await?, |item| match item {
        MovieItem::Movie(movie) => format!("{} with {} tickets", movie.movie, movie.tickets),
        MovieItem::Role(role) => format!("{} as {}", role.actor, role.part),
    });
    let weaver = actor(&store, "Weaver").await?.ok_or("the actor is not there")?;
    let movies = support::listed(roles_of(&store, "Weaver").await?, |role| role.movie);
    Ok(format!("{movie}; {}, born {}: {movies}", weaver.actor, weaver.born))
}

#[tokio::test]
async fn both_directions_are_one_query_each() {
    let movie = "Alien with 3 tickets, Holm as Ash, Weaver as Ripley";
    assert_eq!(run().await.unwrap(), format!("{movie}; Weaver, born 1949: Alien, Aliens"));
}
