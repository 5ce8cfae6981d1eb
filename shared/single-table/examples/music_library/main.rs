//! The music library: one table, and one function for each access pattern. Run it with:
//!
//! `cargo run -p single-table --example music_library`

#[path = "../../tests/engine/mod.rs"]
mod engine;
mod library;
mod model;

use library::MusicLibrary;
use model::{AlbumInfo, AlbumTrack, PlaylistInfo, RunLength, TrackToken};

fn album(
    album: &str,
    title: &str,
    artist: &str,
    release_date: &str,
    genre: &str,
) -> Result<AlbumInfo, String> {
    Ok(AlbumInfo {
        album: album.into(),
        title: title.to_owned(),
        artist: artist.to_owned(),
        release_date: release_date.parse()?,
        genre: genre.to_owned(),
    })
}

fn track(album: &str, track: u16, title: &str, minutes: u32, seconds: u32) -> AlbumTrack {
    AlbumTrack {
        album: album.into(),
        track,
        title: title.to_owned(),
        run_length: RunLength::new(minutes, seconds),
    }
}

async fn stocked() -> Result<MusicLibrary, Box<dyn std::error::Error>> {
    let (_, store, _) = engine::table().await;
    let library = MusicLibrary::new(store);
    let dark_side =
        album("dark-side", "The Dark Side of the Moon", "Pink Floyd", "1973-03-01", "Progressive rock")?;
    let wall = album("wall", "The Wall", "Pink Floyd", "1979-11-30", "Progressive rock")?;
    let revolver = album("revolver", "Revolver", "The Beatles", "1966-08-05", "Rock")?;
    let live =
        album("wall-live", "Is There Anybody Out There? #1", "Pink Floyd", "2000-03-27", "Progressive rock")?;
    library
        .add_album(
            &dark_side,
            &[
                track("dark-side", 1, "Speak to Me", 1, 13),
                track("dark-side", 2, "Breathe", 2, 43),
                track("dark-side", 10, "Eclipse", 2, 12),
            ],
        )
        .await?;
    library
        .add_album(&wall, &[track("wall", 1, "In the Flesh?", 3, 20), track("wall", 6, "Mother", 5, 32)])
        .await?;
    library.add_album(&live, &[track("wall-live", 7, "MOTHER", 7, 54)]).await?;
    library.add_album(&revolver, &[track("revolver", 1, "Taxman", 2, 39)]).await?;
    library
        .add_playlist(&PlaylistInfo {
            playlist: "psychedelic".to_owned(),
            name: "Psychedelic Rock Essentials".to_owned(),
            tracks: vec![
                TrackToken::new("revolver", 1),
                TrackToken::new("dark-side", 10),
                TrackToken::new("wall", 6),
                TrackToken::new("dark-side", 10),
            ],
        })
        .await?;
    Ok(library)
}

fn titles<'a>(tracks: impl IntoIterator<Item = &'a AlbumTrack>) -> String {
    tracks.into_iter().map(|track| track.title.as_str()).collect::<Vec<_>>().join(", ")
}

fn names<'a>(albums: impl IntoIterator<Item = &'a AlbumInfo>) -> String {
    albums.into_iter().map(|album| album.title.as_str()).collect::<Vec<_>>().join(", ")
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "an example prints its results")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", report(&stocked().await?).await?);
    Ok(())
}

/// Runs each access pattern and lists the items that it finds.
async fn report(library: &MusicLibrary) -> Result<String, Box<dyn std::error::Error>> {
    let (info, tracks) = library.album(&"dark-side".into()).await?.unzip();
    let tracks = tracks.unwrap_or_default();
    let eclipse = library.track(&TrackToken::new("dark-side", 10)).await?;
    let playlist = library.tracks_of_playlist("psychedelic").await?;
    let (from, to) = ("1970-01-01".parse()?, "1979-12-31".parse()?);
    let by_genre = library.albums_by_genre("Progressive rock", from, to).await?;
    Ok([
        format!("album with its tracks: {}: {}", names(&info), titles(&tracks)),
        format!("track by token: {}", titles(&eclipse)),
        format!("tracks of a playlist, in its order: {}", titles(&playlist)),
        format!("albums by artist, newest first: {}", names(&library.albums_by_artist("Pink Floyd").await?)),
        format!("albums by genre, of the seventies: {}", names(&by_genre)),
        format!("album by title: {}", names(&library.albums_by_title("THE WALL").await?)),
        format!(
            "track by title in an album: {}",
            titles(&library.tracks_of_album(&"wall".into(), "mo").await?)
        ),
        format!("track by title across albums: {}", titles(&library.tracks_by_title("Mother").await?)),
        String::new(),
    ]
    .join("\n"))
}

#[tokio::test]
async fn every_access_pattern_finds_the_expected_items() {
    let library = stocked().await.unwrap();
    let expected = "\
album with its tracks: The Dark Side of the Moon: Speak to Me, Breathe, Eclipse
track by token: Eclipse
tracks of a playlist, in its order: Taxman, Eclipse, Mother, Eclipse
albums by artist, newest first: Is There Anybody Out There? #1, The Wall, The Dark Side of the Moon
albums by genre, of the seventies: The Dark Side of the Moon, The Wall
album by title: The Wall
track by title in an album: Mother
track by title across albums: Mother, MOTHER
";
    assert_eq!(report(&library).await.unwrap(), expected);
}
