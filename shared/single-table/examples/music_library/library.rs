//! The access patterns of the music library. Each one is a function.

use single_table::keys::CaseFolded;
use single_table::{BatchWrite, Error, Store, WriteError};

use crate::model::{
    AlbumInfo, AlbumItem, AlbumToken, AlbumTrack, AlbumsByArtist, AlbumsByGenre, AlbumsByTitle, MusicTable,
    PlaylistInfo, PlaylistInfoKey, ReleaseDate, TrackToken, TracksByTitle, TracksOfAlbumByTitle,
};

pub(crate) struct MusicLibrary {
    store: Store<MusicTable>,
}

impl MusicLibrary {
    pub(crate) fn new(store: Store<MusicTable>) -> Self {
        Self { store }
    }

    pub(crate) async fn add_album(&self, album: &AlbumInfo, tracks: &[AlbumTrack]) -> Result<(), Error> {
        let batch = BatchWrite::new().put(album);
        self.store.batch_write(tracks.iter().fold(batch, BatchWrite::put)).await?.complete()?;
        Ok(())
    }

    pub(crate) async fn add_playlist(&self, playlist: &PlaylistInfo) -> Result<(), WriteError<PlaylistInfo>> {
        self.store.insert(playlist).await?;
        Ok(())
    }

    /// Returns an album with its tracks.
    pub(crate) async fn album(
        &self,
        album: &AlbumToken,
    ) -> Result<Option<(AlbumInfo, Vec<AlbumTrack>)>, Error> {
        let mut info = None;
        let mut tracks = Vec::new();
        for item in self.store.all(AlbumItem::query(album.clone())).await? {
            match item {
                AlbumItem::Info(album) => info = Some(album),
                AlbumItem::Track(track) => tracks.push(track),
            }
        }
        Ok(info.map(|info| (info, tracks)))
    }

    /// Returns a track.
    pub(crate) async fn track(&self, token: &TrackToken) -> Result<Option<AlbumTrack>, Error> {
        self.store.get(&token.key()).await
    }

    /// Returns the tracks of a playlist in playlist order, without those that no longer exist.
    pub(crate) async fn tracks_of_playlist(&self, playlist: &str) -> Result<Vec<AlbumTrack>, Error> {
        let key = PlaylistInfoKey { playlist: playlist.to_owned() };
        let Some(playlist) = self.store.get::<PlaylistInfo>(&key).await? else { return Ok(Vec::new()) };
        let keys: Vec<_> = playlist.tracks.iter().map(TrackToken::key).collect();
        let tracks = self.store.get_many::<AlbumTrack>(&keys).await?.complete()?;
        Ok(tracks.into_iter().flatten().collect())
    }

    /// Returns the albums of an artist, newest first.
    pub(crate) async fn albums_by_artist(&self, artist: &str) -> Result<Vec<AlbumInfo>, Error> {
        self.store.all(AlbumsByArtist::query(artist.to_owned()).descending()).await
    }

    /// Returns the albums of a genre that were released between two days, oldest first.
    pub(crate) async fn albums_by_genre(
        &self,
        genre: &str,
        from: ReleaseDate,
        to: ReleaseDate,
    ) -> Result<Vec<AlbumInfo>, Error> {
        self.store.all(AlbumsByGenre::query(genre.to_owned()).between(&(from,), &(to,))).await
    }

    /// Returns the albums with this title, ignoring case.
    pub(crate) async fn albums_by_title(&self, title: &str) -> Result<Vec<AlbumInfo>, Error> {
        self.store.all(AlbumsByTitle::query(CaseFolded::new(title))).await
    }

    /// Returns the tracks of an album whose title starts with this text, ignoring case.
    pub(crate) async fn tracks_of_album(
        &self,
        album: &AlbumToken,
        title: &str,
    ) -> Result<Vec<AlbumTrack>, Error> {
        let start = CaseFolded::new(title);
        let query = TracksOfAlbumByTitle::query(album.clone()).begins_with_text(&(), start.as_str());
        self.store.all(query).await
    }

    /// Returns the tracks with this title in all albums, ignoring case.
    pub(crate) async fn tracks_by_title(&self, title: &str) -> Result<Vec<AlbumTrack>, Error> {
        self.store.all(TracksByTitle::query(CaseFolded::new(title))).await
    }
}
