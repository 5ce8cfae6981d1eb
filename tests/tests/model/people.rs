//! The users, and their calls of the service.

use std::collections::BTreeSet;
use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{
    ChosenId, ContentPatch, DataId, Details, Error, FavoriteDraft, FavoritePatch, NewFavorite, Saved, TagId,
    Timestamp, UserId,
};
use favorites_tests::Clock;

use crate::delivery::Pick;
use crate::history::{Act, Change, Create, PEOPLE, Wait};
use crate::tally::Event;
use crate::things;

/// The users.
#[derive(Debug)]
pub(crate) struct People {
    service: Favorites,
    clock: Clock,
    all: Vec<Person>,
}

/// A user's knowledge of the account.
#[derive(Debug)]
struct Person {
    user: UserId,
    /// Every favorite that ever existed.
    favorites: Vec<DataId>,
    /// Every tag that ever existed.
    tags: Vec<TagId>,
}

impl People {
    /// Returns users without any items.
    pub(crate) fn new(service: Favorites, clock: Clock) -> Self {
        // One id is a prefix of the next, and all contain the characters that keys are made with.
        let user = |person| UserId::parse(format!("ann#{}", "1".repeat(person))).expect("it is short");
        let all = (0..PEOPLE.into())
            .map(|person| Person { user: user(person), favorites: Vec::new(), tags: Vec::new() })
            .collect();
        Self { service, clock, all }
    }

    /// Returns their ids.
    pub(crate) fn users(&self) -> Vec<UserId> {
        self.all.iter().map(|person| person.user.clone()).collect()
    }

    /// Makes a call for one of the users. A refusal by the service is an event, any other failure is a fault.
    pub(crate) async fn act(&mut self, person: u8, act: &Act) -> Result<Event, String> {
        let Self { service, clock, all } = self;
        match all[usize::from(person)].act(service, clock, act).await {
            Ok(event) => Ok(event),
            Err(
                Error::Invalid(_)
                | Error::NoFavorite(_)
                | Error::NotInTrash(_)
                | Error::NoTag(_)
                | Error::TagNameTaken { .. }
                | Error::LinkTaken { .. }
                | Error::InTrash(_)
                | Error::Gone(_)
                | Error::TooManyTagsOnFavorite { .. },
            ) => Ok(Event::Refusal),
            Err(error) => Err(format!("{act:?} failed: {error}")),
        }
    }
}

impl Person {
    async fn act(&mut self, service: &Favorites, clock: &Clock, act: &Act) -> Result<Event, Error> {
        match act {
            Act::CreateTag(name) => {
                let tag = service.create_tag(&self.user, things::tag_name(*name), None).await?;
                self.tags.push(tag.tag_id);
            }
            Act::CreateTags(tags) => {
                for number in 0..*tags {
                    let tag = service.create_tag(&self.user, things::further_tag_name(number), None).await?;
                    self.tags.push(tag.tag_id);
                }
            }
            Act::RenameTag(tag, name) => {
                let Some(tag) = pick(&self.tags, *tag) else { return Ok(Event::Act) };
                service.rename_tag(&self.user, tag, None, things::tag_name(*name)).await?;
            }
            Act::DeleteTag(tag) => {
                let Some(tag) = pick(&self.tags, *tag) else { return Ok(Event::Act) };
                service.delete_tag(&self.user, tag, None).await?;
            }
            Act::MergeTag(tag, into) => {
                let (Some(tag), Some(into)) = (pick(&self.tags, *tag), pick(&self.tags, *into)) else {
                    return Ok(Event::Act);
                };
                if tag != into {
                    service.merge_tag(&self.user, tag, into, None).await?;
                }
            }
            Act::Create(create) => self.create(service, clock, create).await?,
            Act::Change(favorite, change) => {
                let Some(favorite) = pick(&self.favorites, *favorite) else { return Ok(Event::Act) };
                return self.change(service, clock, favorite, change).await;
            }
        }
        Ok(Event::Act)
    }

    async fn create(&mut self, service: &Favorites, clock: &Clock, create: &Create) -> Result<(), Error> {
        let clip_time = hours_before(clock, create.hours_ago);
        let data_id = create.chosen.map(|chosen| self.chosen_id(clip_time, chosen));
        let new = NewFavorite {
            details: Details {
                content_url: create.data_type.needs_content_url().then(|| things::url(create.url)),
                ..Details::new(things::title(create.text))
            },
            clip_time: Some(clip_time).filter(|_| data_id.is_none()),
            expire_time: create.expires.map(|wait| after(clock, wait)),
            tag_ids: self.tags(&create.tags),
            content: things::content(create.data_type, create.text),
        };
        let draft = FavoriteDraft { data_id, ..new.into() };
        if let Saved::New(favorite) = service.create_favorite(&self.user, draft, None).await?
            && !self.favorites.contains(&favorite.data_id)
        {
            self.favorites.push(favorite.data_id);
        }
        Ok(())
    }

    /// Returns an id that a client chooses: mostly that of a favorite that it has created before, which may be gone.
    fn chosen_id(&self, clip_time: Timestamp, chosen: Pick) -> ChosenId {
        let known = pick(&self.favorites, chosen).filter(|_| chosen > 1);
        known.map_or_else(
            || ChosenId::at(clip_time, chosen.into()),
            |known| known.to_string().parse().expect("ids of the service are UUIDs of version 7"),
        )
    }

    async fn change(
        &mut self,
        service: &Favorites,
        clock: &Clock,
        favorite: DataId,
        change: &Change,
    ) -> Result<Event, Error> {
        let user = &self.user;
        let mut patch = FavoritePatch::default();
        match change {
            Change::Title(text) => patch.details.title = Some(things::title(*text)),
            Change::Url(url) => patch.details.content_url = Some(Some(things::url(*url))),
            Change::Expiry(wait) => patch.expire_time = Some(wait.map(|wait| after(clock, wait))),
            Change::ClipTime(hours_ago) => patch.clip_time = Some(hours_before(clock, *hours_ago)),
            Change::Content(text) => {
                let text = *text;
                patch.content =
                    Some(ContentPatch::new(move |before| Ok(things::content(before.data_type(), text))));
            }
            Change::Tag(tag) => {
                let Some(tag) = pick(&self.tags, *tag) else { return Ok(Event::Act) };
                return service.tag_favorite(user, favorite, None, tag).await.map(|_| Event::Act);
            }
            Change::Untag(tag) => {
                let Some(tag) = pick(&self.tags, *tag) else { return Ok(Event::Act) };
                return service.untag_favorite(user, favorite, None, tag).await.map(|_| Event::Act);
            }
            Change::Tags(tags) => {
                return service
                    .replace_favorite_tags(user, favorite, None, self.tags(tags))
                    .await
                    .map(|_| Event::Act);
            }
            Change::Delete => return service.delete_favorite(user, favorite, None).await.map(|_| Event::Act),
            Change::Restore => {
                return service.restore_favorite(user, favorite, None).await.map(|_| Event::Act);
            }
            Change::Purge => return service.purge_favorite(user, favorite).await.map(|()| Event::Act),
        }
        let changed = service.update_favorite(user, favorite, None, patch).await?;
        if changed.data_id == favorite {
            return Ok(Event::Act);
        }
        self.favorites.push(changed.data_id);
        Ok(Event::Relocation)
    }

    fn tags(&self, picks: &[Pick]) -> BTreeSet<TagId> {
        picks.iter().filter_map(|at| pick(&self.tags, *at)).collect()
    }
}

fn pick<T: Copy>(all: &[T], at: Pick) -> Option<T> {
    all.get(usize::from(at).checked_rem(all.len())?).copied()
}

fn after(clock: &Clock, wait: Wait) -> Timestamp {
    clock.after(wait.duration())
}

fn hours_before(clock: &Clock, hours: u8) -> Timestamp {
    clock.before(Duration::from_hours(hours.into()))
}
