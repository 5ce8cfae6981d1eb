/** @type {Record<StoreName, IDBObjectStoreParameters>} */
const STORES = {
  items: { keyPath: 'dataId' },
  trash: { keyPath: 'dataId' },
  tags: { keyPath: 'tagId' },
  outbox: { keyPath: 'seq', autoIncrement: true },
  drafts: {},
  meta: {},
};

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens a database. @param {string} name @returns {Promise<Database>} */
export async function openDb(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    // A worker that starts late must not make a database again that was deleted when the user signed out.
    if (!globalThis.document) return request.transaction?.abort();
    for (const [store, options] of Object.entries(STORES)) request.result.createObjectStore(store, options);
    request.transaction?.objectStore('items').createIndex('clipTime', 'clipTime');
  };
  const db = await done(request);
  db.onversionchange = () => db.close();
  /** @param {StoreName} store */
  const reader = (store) => db.transaction(store).objectStore(store);
  return {
    name,
    read: async (store, key) => done(reader(store).get(key)),
    readMany: async (store, keys) => {
      const from = reader(store);
      return Promise.all(keys.map((key) => done(from.get(key))));
    },
    readAll: async (store, after, count) =>
      done(reader(store).getAll(after === undefined ? null : IDBKeyRange.lowerBound(after, true), count)),
    newest: async (count) => {
      const request = reader('items').index('clipTime').openCursor(null, 'prev');
      const items = [];
      for (let cursor = await done(request); cursor; cursor = await done(request)) {
        if (items.push(cursor.value) === count) break;
        cursor.continue();
      }
      return items;
    },
    transact: async (stores, work, durability = 'strict') => {
      const transaction = db.transaction(stores, 'readwrite', { durability });
      const end = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      end.catch(() => {});
      /** @param {StoreName} store */
      const at = (store) => transaction.objectStore(store);
      try {
        const result = await work({
          get: (store, key) => done(at(store).get(key)),
          all: (store) => done(at(store).getAll()),
          put: (store, value, key) => done(at(store).put(value, key)),
          remove: (store, key) => done(at(store).delete(key)),
        });
        await end;
        return result;
      } catch (error) {
        if (transaction.error) throw transaction.error;
        transaction.abort();
        throw error;
      }
    },
  };
}
