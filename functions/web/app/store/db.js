// The device's databases. If the browser denies storage, the page's memory holds everything instead. If
// storage is full, the page's memory holds data that the service also has.

/** @type {Record<StoreName, { keyPath?: string, autoIncrement?: boolean }>} */
const STORES = {
  items: { keyPath: 'dataId' },
  trash: { keyPath: 'dataId' },
  tags: { keyPath: 'tagId' },
  outbox: { keyPath: 'seq', autoIncrement: true },
  drafts: {},
  meta: {},
};
/** @type {StoreName[]} */
const COPIES = ['items', 'trash'];

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {string} name */
async function connect(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    // A worker that starts late must not recreate a database that was deleted at sign-out.
    if (!globalThis.document) return request.transaction?.abort();
    for (const [store, options] of Object.entries(STORES)) request.result.createObjectStore(store, options);
  };
  const db = await done(request);
  db.onversionchange = () => db.close();
  return db;
}

/**
 * Returns a new id: a version 7 UUID, which sorts by time.
 * @param {number} [millis] the time of the favorite
 */
export function newId(millis = Date.now()) {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Returns the time in an id. @param {string} id */
export const timeOf = (id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** @type {Map<string, Promise<Database>>} */
const opened = new Map();

/** Opens a database once per page. @param {string} name @returns {Promise<Database>} */
export function openDb(name) {
  const database = opened.get(name) ?? open(name);
  opened.set(name, database);
  return database;
}

/** @param {string} name @returns {Promise<Database>} */
async function open(name) {
  const db = await connect(name).catch(() => null);
  /** Values that are in memory and not in the database. @type {Record<string, Map<any, any>>} */
  const memory = Object.fromEntries(Object.keys(STORES).map((store) => [store, new Map()]));
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();
  let number = Date.now();

  /** @param {StoreName} store */
  const reader = (store) => db?.transaction(store).objectStore(store);
  /** @param {IDBObjectStore | undefined} from @param {Map<any, any>} held @param {IDBValidKey} key */
  const find = async (from, held, key) =>
    (from && (await done(from.get(key)))) ?? structuredClone(held.get(key));
  /** @param {IDBObjectStore | undefined} from @param {IDBKeyRange | null} [range] @param {number} [count] */
  const findAll = async (from, range, count) => (from ? done(from.getAll(range, count)) : []);

  /**
   * @template T @param {StoreName[]} stores @param {(transaction: Transaction) => Promise<T> | T} work
   * @param {IDBTransactionDurability} durability @param {boolean} all True to write everything to memory.
   */
  async function run(stores, work, durability, all) {
    const transaction = db?.transaction(stores, 'readwrite', { durability });
    const end = new Promise((resolve, reject) => {
      if (!transaction) return resolve(0);
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    end.catch(() => {});
    const held = Object.fromEntries(stores.map((store) => [store, new Map(memory[store])]));
    /** @param {StoreName} store */
    const at = (store) => transaction?.objectStore(store);
    /** @param {StoreName} store @param {any} key */
    const remove = async (store, key) => {
      held[store].delete(key);
      await at(store)?.delete(key);
    };
    try {
      const result = await work({
        get: (store, key) => find(at(store), held[store], key),
        all: async (store) => [...(await findAll(at(store))), ...structuredClone([...held[store].values()])],
        put: (store, value, key) => {
          const { keyPath } = STORES[store];
          const own = keyPath ? value[keyPath] : key;
          const isCopy = COPIES.includes(store) ? !value.unsent : own === 'feed';
          if (!all && !(database.storage && isCopy)) {
            held[store].delete(own);
            const written = done(/** @type {IDBObjectStore} */ (at(store)).put(value, key));
            written.catch(() => {});
            return written;
          }
          remove(store, own ?? '');
          const put = own ?? ++number;
          held[store].set(put, structuredClone(keyPath ? { ...value, [keyPath]: put } : value));
          return Promise.resolve(put);
        },
        remove,
      });
      await end;
      Object.assign(memory, held);
      return result;
    } catch (error) {
      if (transaction?.error) throw transaction.error;
      transaction?.abort();
      throw error;
    }
  }

  /** Moves data that the service also has into memory. @param {Transaction} tx */
  const makeRoom = async (tx) => {
    for (const store of COPIES) for (const item of await tx.all(store)) if (!item.unsent) tx.put(store, item);
    await tx.put('meta', await tx.get('meta', 'feed'), 'feed');
  };

  /** @type {Database} */
  const database = {
    name,
    storage: db ? undefined : 'denied',
    read: (store, key) => find(reader(store), memory[store], key),
    readMany: (store, keys) => {
      const from = reader(store);
      return Promise.all(keys.map((key) => find(from, memory[store], key)));
    },
    readAll: async (store, after, count) => {
      const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true);
      const stored = await findAll(reader(store), range, count);
      if (!memory[store].size) return stored;
      const { keyPath = '' } = STORES[store];
      const all = [...stored, ...memory[store].values()].filter((one) => !after || one[keyPath] > after);
      return structuredClone(all.sort((a, b) => (a[keyPath] < b[keyPath] ? -1 : 1)).slice(0, count));
    },
    newest: async (count) => {
      const request = reader('items')?.openCursor(null, 'prev');
      const items = [];
      while (request) {
        const cursor = await done(request);
        if (!cursor || items.push(cursor.value) === count) break;
        cursor.continue();
      }
      return items;
    },
    transact: (stores, work, durability = 'strict') => {
      const write = async () => {
        for (let round = 0; ; round++) {
          try {
            return await run(stores, work, durability, !db || round > 1);
          } catch (/** @type {any} */ error) {
            if (error.name !== 'QuotaExceededError' || round > 1) throw error;
            if (database.storage) continue;
            database.storage = 'full';
            await run([...COPIES, 'meta'], makeRoom, 'relaxed', false);
          }
        }
      };
      const result = turn.then(write);
      turn = result.catch(() => {});
      return result;
    },
  };
  return database;
}
