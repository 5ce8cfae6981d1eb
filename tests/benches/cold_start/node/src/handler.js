// The write of the create-favorite function, as a TypeScript or JavaScript team would implement it: with ElectroDB on AWS SDK v3. It
// puts the same two items in one transaction, under the same keys, and answers 201.

import { createHash, randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Entity, Service } from "electrodb";

const text = { type: "string", required: true };

const favorite = new Entity({
  model: { entity: "FavoriteData", version: "1", service: "favorites" },
  attributes: {
    type: { ...text, default: "FavoriteData" },
    userId: text,
    dataId: text,
    dataType: text,
    title: text,
    contentUrl: text,
    clipTime: text,
    updateTime: text,
    content: { type: "any", required: true },
    tagIds: { type: "list", items: { type: "string" }, required: true },
    version: { type: "number", required: true },
  },
  indexes: {
    favorite: {
      pk: { field: "pk", composite: ["userId"], template: "FavoriteData#${userId}", casing: "none" },
      sk: { field: "sk", composite: ["dataId"], template: "${dataId}", casing: "none" },
    },
    byType: {
      index: "gsiOne",
      pk: { field: "gsiOnePk", composite: ["userId", "dataType"], template: "FavoriteData#${userId}#${dataType}", casing: "none" },
      sk: { field: "gsiOneSk", composite: ["clipTime", "dataId"], template: "${clipTime}#${dataId}", casing: "none" },
    },
    byUpdateTime: {
      index: "lsiOne",
      pk: { field: "pk", composite: ["userId"], template: "FavoriteData#${userId}", casing: "none" },
      sk: { field: "lsiOneSk", composite: ["updateTime"], template: "${updateTime}", casing: "none" },
    },
  },
});

const uniqueLink = new Entity({
  model: { entity: "UniqueLink", version: "1", service: "favorites" },
  attributes: { type: { ...text, default: "UniqueLink" }, userId: text, link: text, dataId: text },
  indexes: {
    link: {
      pk: { field: "pk", composite: ["userId"], template: "UniqueLink#${userId}", casing: "none" },
      sk: { field: "sk", composite: ["link"], template: "${link}", casing: "none" },
    },
  },
});

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const favorites = new Service({ favorite, uniqueLink }, { client, table: process.env.TABLE_NAME });

export async function handler(event) {
  const userId = event.requestContext.authorizer.jwt.claims.sub;
  const { dataType, title, contentUrl, content } = JSON.parse(event.body);
  const now = new Date().toISOString();
  const dataId = randomUUID();
  const link = createHash("sha256").update(new URL(contentUrl).href).digest("hex");
  const kept = { userId, dataId, dataType, title, contentUrl, content, clipTime: now, updateTime: now, tagIds: [], version: 1 };
  const { canceled } = await favorites.transaction
    .write(({ favorite, uniqueLink }) => [
      favorite.create(kept).commit(),
      uniqueLink.create({ userId, link, dataId }).commit(),
    ])
    .go();
  return canceled ? answer(409, { title: "The link is kept already" }) : answer(201, kept);
}

function answer(statusCode, body) {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
