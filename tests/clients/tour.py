"""Creates, lists and searches favorites, and follows the change feed, with the client of openapi-python-client."""

import os
import time

from favorites_client import AuthenticatedClient
from favorites_client.api.changes import get_changes
from favorites_client.api.favorites import create_favorite, delete_favorite, list_favorites, update_favorite
from favorites_client.api.search import search_favorites
from favorites_client.api.tags import create_tag
from favorites_client.models import (
    Content,
    ContentPatch,
    CountedTag,
    DataType,
    FavoriteChange,
    FavoriteMembers,
    FavoritePatch,
    InvalidInputProblem,
    NewFavoriteMembers,
    NewTag,
    TagChange,
    TrashChange,
    TrashedFavorite,
)
from favorites_client.types import UNSET

# The longest time until search and the change feed have a favorite.
PATIENCE_SECONDS = 30

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["TOKEN"], raise_on_unexpected_status=True)


def follow(cursor, is_complete):
    """Follows the change feed from a cursor until it has had what is waited for. It follows each change a little later."""
    changes = []
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_complete(changes):
        assert time.monotonic() < deadline, changes
        page = get_changes.sync(client=client, cursor=cursor)
        changes += page.changes
        cursor = page.cursor
        time.sleep(0.1)
    return cursor


def main():
    tag = create_tag.sync(client=client, body=NewTag(tag_name="Python"))
    assert isinstance(tag, CountedTag), tag
    url = "https://www.python.org/"
    new = NewFavoriteMembers(data_type=DataType.LINK, content_url=url, tag_ids=[tag.tag_id])
    link = create_favorite.sync(client=client, body=new)
    assert isinstance(link, FavoriteMembers), link
    assert link.title == url, link
    text = "Readability counts.\nSpecial cases aren't special enough."
    note = create_favorite.sync(
        client=client, body=NewFavoriteMembers(data_type=DataType.NOTE, content=Content(text=text))
    )
    assert (note.title, note.content.text) == ("Readability counts.", text), note

    listed = {item.data_id for item in list_favorites.sync(client=client, limit=100).items}
    assert {link.data_id, note.data_id} <= listed, listed

    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        found = search_favorites.sync(client=client, q="python", type_=DataType.LINK)
        if link.data_id in {item.data_id for item in found.items}:
            break
        assert time.monotonic() < deadline, "search does not find the link"
        time.sleep(0.1)

    cursor = follow(
        UNSET,
        lambda changes: (
            any(it.favorite.data_id == note.data_id for it in changes if isinstance(it, FavoriteChange))
            and any(it.tag.tag_id == tag.tag_id for it in changes if isinstance(it, TagChange))
        ),
    )
    changed = update_favorite.sync(
        data_id=link.data_id,
        client=client,
        body=FavoritePatch(content=ContentPatch(site_name="Python")),
        if_match=f'"{link.version}"',
    )
    assert changed.content.site_name == "Python", changed
    deleted = delete_favorite.sync(data_id=note.data_id, client=client)
    assert isinstance(deleted, TrashedFavorite), deleted
    follow(
        cursor,
        lambda changes: (
            any(it.favorite.version == changed.version for it in changes if isinstance(it, FavoriteChange))
            and any(it.trashed.data_id == note.data_id for it in changes if isinstance(it, TrashChange))
        ),
    )

    problem = create_favorite.sync(client=client, body=NewFavoriteMembers(data_type=DataType.LINK))
    assert isinstance(problem, InvalidInputProblem), problem
    assert [fault.pointer for fault in problem.errors] == ["/contentUrl"], problem
    print("Python: created, listed, found, changed and followed")


main()
