// The tasks with DynamoDB-Toolbox.

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  $add,
  Entity,
  EntityRepository,
  Table,
  TableRepository,
  isConditionCheckFailed,
  item,
  number,
  string,
} from "dynamodb-toolbox";
import type { InputItem } from "dynamodb-toolbox";
import { execute as executeBatchGet } from "dynamodb-toolbox/table/actions/batchGet";
import {
  execute as executeTransactWrite,
  isTransactionCancelled,
} from "dynamodb-toolbox/entity/actions/transactWrite";

// task: declare
export const MusicTable = new Table({
  name: "music",
  partitionKey: { name: "pk", type: "string" },
  sortKey: { name: "sk", type: "string" },
  indexes: {
    gsi1: {
      type: "global",
      partitionKey: { name: "gsi1pk", type: "string" },
      sortKey: { name: "gsi1sk", type: "string" },
    },
  },
  documentClient: DynamoDBDocumentClient.from(new DynamoDBClient()),
});

const exists = { attr: "album", exists: true } as const;
const absent = { attr: "album", exists: false } as const;
const padded = (value: number) => String(value).padStart(5, "0");

export const Album = new Entity({
  name: "Album",
  table: MusicTable,
  schema: item({
    album: string().key(),
    title: string(),
    artist: string(),
    year: number(),
    tracks: number(),
  }).and((album) => ({
    gsi1pk: string({ hidden: true }).link<typeof album>(({ artist }) => `ARTIST#${artist}`),
    gsi1sk: string({ hidden: true }).link<typeof album>(({ year }) => padded(year)),
  })),
  computeKey: ({ album }) => ({ pk: `ALBUM#${album}`, sk: "ALBUM" }),
});

export const Track = new Entity({
  name: "Track",
  table: MusicTable,
  schema: item({ album: string().key(), number: number().key(), title: string() }),
  computeKey: ({ album, number }) => ({ pk: `ALBUM#${album}`, sk: `TRACK#${padded(number)}` }),
});

export const Music = MusicTable.build(TableRepository);
export const Albums = Album.build(EntityRepository);
export const Tracks = Track.build(EntityRepository);

// task: get
export async function get(album: string) {
  return (await Albums.get({ album })).Item;
}

// task: insert if absent
export async function insert(album: InputItem<typeof Album>) {
  try {
    await Albums.put(album, { condition: absent });
    return true;
  } catch (error) {
    if (isConditionCheckFailed(error)) return false;
    throw error;
  }
}

// task: query a range backwards
export async function last(artist: string, from: number, to: number) {
  const { Items } = await Albums.query(
    { index: "gsi1", partition: `ARTIST#${artist}`, range: { between: [padded(from), padded(to)] } },
    { reverse: true, limit: 10 },
  );
  return Items;
}

// task: update and return
export async function rename(album: string, title: string) {
  return (await Albums.update({ album, title }, { condition: exists, returnValues: "ALL_NEW" })).Attributes;
}

// task: counter
export async function count(album: string) {
  await Albums.update({ album, tracks: $add(1) }, { condition: exists });
}

// task: cursor for a client
export async function page(album: string, cursor: string | null) {
  const { Items, LastEvaluatedKey } = await Tracks.query(
    { partition: `ALBUM#${album}`, range: { beginsWith: "TRACK#" } },
    { limit: 20, exclusiveStartKey: cursor === null ? undefined : JSON.parse(cursor) },
  );
  return { tracks: Items, next: LastEvaluatedKey ? JSON.stringify(LastEvaluatedKey) : null };
}

// task: collection
export async function collection(album: string) {
  const { Items = [] } = await Music.entities(Album, Track).query(
    { partition: `ALBUM#${album}` },
    { maxPages: Infinity, showEntityAttr: true },
  );
  return {
    album: Items.find((item) => item.entity === "Album"),
    tracks: Items.filter((item) => item.entity === "Track"),
  };
}

// task: transaction
export async function addTrack(track: InputItem<typeof Track>) {
  const inserted = Tracks.transactPut(track, { condition: absent });
  const counted = Albums.transactUpdate({ album: track.album, tracks: $add(1) }, { condition: exists });
  try {
    await executeTransactWrite(inserted, counted);
    return true;
  } catch (error) {
    if (isTransactionCancelled(error) && error.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed")
      return false;
    throw error;
  }
}

// task: batch
export async function batch(album: string, numbers: number[]) {
  const gets = Music.batchGet(...numbers.map((number) => Tracks.batchGet({ album, number })));
  const { Responses, UnprocessedKeys } = await executeBatchGet({ maxAttempts: 5 }, gets);
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("some keys were not processed");
  return Responses[0];
}
