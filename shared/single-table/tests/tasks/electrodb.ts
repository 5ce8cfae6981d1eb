// The tasks with ElectroDB.

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Entity, Service, type CreateEntityItem, type EntityItem } from "electrodb";
import { setTimeout } from "node:timers/promises";

// task: declare
export const Albums = new Entity({
  model: { entity: "album", service: "music", version: "1" },
  attributes: {
    album: { type: "string", required: true },
    title: { type: "string", required: true },
    artist: { type: "string", required: true },
    year: { type: "number", required: true, padding: { length: 5, char: "0" } },
    tracks: { type: "number", required: true },
  },
  indexes: {
    music: {
      collection: "music",
      pk: { field: "pk", composite: ["album"] },
      sk: { field: "sk", composite: [] },
    },
    byArtist: {
      index: "gsi1",
      pk: { field: "gsi1pk", composite: ["artist"] },
      sk: { field: "gsi1sk", composite: ["year"] },
    },
  },
});

export const Tracks = new Entity({
  model: { entity: "track", service: "music", version: "1" },
  attributes: {
    album: { type: "string", required: true },
    number: { type: "number", required: true, padding: { length: 5, char: "0" } },
    title: { type: "string", required: true },
  },
  indexes: {
    music: {
      collection: "music",
      pk: { field: "pk", composite: ["album"] },
      sk: { field: "sk", composite: ["number"] },
    },
  },
});

export const Music = new Service(
  { album: Albums, track: Tracks },
  { table: "music", client: new DynamoDBClient() },
);

// task: get
export async function get(album: string) {
  return (await Albums.get({ album }).go()).data;
}

// task: insert if absent
export async function insert(album: CreateEntityItem<typeof Albums>) {
  const { rejected } = await Albums.create(album).go({ returnOnConditionCheckFailure: true });
  return !rejected;
}

// task: query a range backwards
export async function last(artist: string, from: number, to: number) {
  const years = Albums.query.byArtist({ artist }).between({ year: from }, { year: to });
  return (await years.go({ order: "desc", limit: 10 })).data;
}

// task: update and return
export async function rename(album: string, title: string) {
  return (await Albums.patch({ album }).set({ title }).go({ response: "all_new" })).data;
}

// task: counter
export async function count(album: string) {
  await Albums.patch({ album }).add({ tracks: 1 }).go();
}

// task: cursor for a client
export async function page(album: string, cursor: string | null) {
  const { data, cursor: next } = await Tracks.query.music({ album }).go({ limit: 20, cursor });
  return { tracks: data, next };
}

// task: collection
export async function collection(album: string) {
  const { data } = await Music.collections.music({ album }).go({ pages: "all" });
  return { album: data.album[0], tracks: data.track };
}

// task: transaction
export async function addTrack(newTrack: CreateEntityItem<typeof Tracks>) {
  const { canceled, data } = await Music.transaction
    .write(({ album, track }) => [
      track.create(newTrack).commit(),
      album.patch({ album: newTrack.album }).add({ tracks: 1 }).commit(),
    ])
    .go();
  if (canceled && data[0].code !== "ConditionalCheckFailed") throw new Error(data[1].code);
  return !canceled;
}

// task: batch
export async function batch(album: string, numbers: number[]) {
  const tracks: EntityItem<typeof Tracks>[] = [];
  let left = numbers.map((number) => ({ album, number }));
  for (let attempt = 0; attempt < 5; attempt++) {
    const { data, unprocessed } = await Tracks.get(left).go();
    tracks.push(...data);
    if (unprocessed.length === 0) return tracks;
    left = unprocessed;
    await setTimeout(50 * 2 ** attempt);
  }
  throw new Error("some keys were not processed");
}
