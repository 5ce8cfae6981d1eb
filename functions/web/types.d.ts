// Types shared by the app's modules. Only the type checker reads this file; the service doesn't serve it.

type DataType = 'image' | 'video' | 'link' | 'file' | 'music' | 'chatRecord' | 'voice' | 'note' | 'location';

interface Message {
  sender: string;
  sentTime?: string;
  text: string;
}

/** The fields of all data types. A favorite has the fields of its `dataType`. */
interface Content {
  width?: number;
  height?: number;
  mediaType?: string;
  durationMillis?: number;
  description?: string;
  siteName?: string;
  fileName?: string;
  size?: number;
  artist?: string;
  album?: string;
  messages?: Message[];
  transcript?: string;
  text?: string;
  latitude?: number;
  longitude?: number;
  name?: string;
  address?: string;
}

interface NewFavorite {
  dataType: DataType;
  title: string;
  contentUrl?: string;
  thumbnailUrl?: string;
  creatorId?: string;
  clipTime?: string;
  expireTime?: string;
  tagIds?: string[];
  content: Content;
}

/** A favorite as the API returns it and the device stores it. */
interface Favorite extends NewFavorite {
  dataId: string;
  clipTime: string;
  updateTime: string;
  tagIds: string[];
  /** 0 until the service has the favorite. */
  version: number;
  /** Set only in the trash, like `purgeTime`. */
  deleteTime?: string;
  purgeTime?: string;
  /** Set to 1 while the outbox has an entry for the favorite. */
  unsent?: number;
  /** True while the service refuses a change to this favorite. */
  refused?: boolean;
}

interface Tag {
  tagId: string;
  tagName: string;
  createTime: string;
  version: number;
}

type Place = 'all' | DataType | 'untagged' | 'trash' | { tag: string; under: boolean };
type Sort = 'newest' | 'oldest' | 'changed' | 'title';

interface Counts {
  total: number;
  byType: Partial<Record<DataType, number>>;
  byTag: Record<string, number>;
  untagged: number;
  trash: number;
}

interface Fault {
  start: number;
  end: number;
  code: string;
}

interface Job {
  jobId: string;
  state: 'waiting' | 'running' | 'done' | 'cancelling' | 'cancelled' | 'failed';
  reason?: string;
  counts: { changed: number; unchanged: number; failed: number };
  [member: string]: any;
}

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  errors?: { detail: string; pointer: string }[];
  currentVersion?: number;
}

/** A form control and its value. */
interface Field {
  element: HTMLElement;
  control: HTMLElement;
  /**
   * Returns the value, or undefined if it is empty. Throws a fault for the form to show if it is invalid.
   * Some fields can check another text than the control's.
   */
  value(given?: string): any;
  /** Returns the control's text, even if it is invalid. */
  text(): string;
  put(text: string): void;
}

/** The two readings of a folded text, which differ for hyphens inside words: `e mail` and `email`. */
interface Readings {
  apart: string;
  together: string;
}

/** A word or phrase to find. Unless `whole` is true, the last word matches as a prefix. */
interface Words extends Readings {
  whole: boolean;
}

/** What a part of a query matches. Hosts, tag names and words are folded; times are in milliseconds. */
type Wanted =
  | { kind: 'words' | 'title'; words: Words }
  | { kind: 'site'; host: string }
  | { kind: 'tag'; name: string }
  | { kind: 'type'; type: DataType }
  | { kind: 'untagged' }
  | { kind: 'before' | 'after'; time: number };
type Condition = Wanted & { excluded?: boolean };

/** A favorite in the search index. The text is the title, the host and other texts, joined by commas. */
interface Row extends Readings {
  host: string;
  /** The normalized address, which identifies duplicates. */
  link: string | null;
  id: string;
  type: DataType;
  tags: IndexedTag[];
  changed: number;
  ends: number;
}
type RowTest = (row: Row) => boolean;
type Order = (a: Row, b: Row) => number;

interface IndexedTag {
  name: string;
  /** The names of the tag and of its ancestors, for comparison. */
  keys: string[];
  text: Readings;
  /** The name after a `#`. */
  sign: Readings;
  exists: boolean;
  /** The number of matching favorites with this tag. */
  count: number;
}

/** A request from the page to the search worker. */
interface Find {
  n: number;
  place: Place;
  q: string;
  sort: Sort;
  language: string;
}

interface Found {
  rows: Row[];
  /** The counts for the query in all places, complete once the search ends. */
  counts: Counts;
  faults: Fault[];
  /** The folded words to highlight. */
  terms: string[];
  /** The time when the next favorite expires. */
  ends: number;
}

/** What the list shows. Unless `exact` is true, `total` is a lower bound. */
interface View extends Find {
  /** The ids of the first favorites. */
  ids: string[];
  total: number;
  exact: boolean;
  /** The counts for the query in all places. */
  counts: Counts;
  faults: Fault[];
  /** The folded words to highlight. */
  terms: string[];
}

type Recognized =
  | { kind: 'link' | 'image' | 'video' | 'music' | 'file'; url: string }
  | { kind: 'location'; latitude: number; longitude: number; name?: string }
  | { kind: 'links'; urls: string[]; text: string }
  | { kind: 'note'; text: string };

interface Conflict {
  member: string;
  mine: any;
  theirs: any;
}

type StoreName = 'items' | 'trash' | 'tags' | 'outbox' | 'drafts' | 'meta';

/** The operations of a transaction, which commits early if its code awaits anything else. */
interface Transaction {
  get(store: StoreName, key: IDBValidKey): Promise<any>;
  all(store: StoreName): Promise<any[]>;
  /** Returns the key. */
  put(store: StoreName, value: any, key?: IDBValidKey): Promise<any>;
  remove(store: StoreName, key: IDBValidKey): Promise<any>;
}

interface Database {
  name: string;
  /** Why data is only in memory: all data if `denied`, or data that the service also has if `full`. */
  storage?: 'denied' | 'full';
  read(store: StoreName, key: IDBValidKey): Promise<any>;
  /** Returns the values in the order of the keys, with `undefined` for missing ones. */
  readMany(store: StoreName, keys: IDBValidKey[]): Promise<any[]>;
  /** Returns the values in key order: all of them, or up to `count` after the key `after`. */
  readAll(store: StoreName, after?: IDBValidKey, count?: number): Promise<any[]>;
  /** Returns the newest items by id. */
  newest(count: number): Promise<Favorite[]>;
  /**
   * Runs `work` in a transaction and resolves once everything is written. If `work` throws, nothing is
   * written. User changes are written `strict` to survive a power failure; data that can be read from the
   * service again can be `relaxed`.
   */
  transact<T>(
    stores: StoreName[],
    work: (transaction: Transaction) => Promise<T> | T,
    durability?: 'strict' | 'relaxed',
  ): Promise<T>;
}

/** A favorite on one side: null if it doesn't exist there, in the trash if it has a `deleteTime`. */
type State = Favorite | null;

/** An outbox entry: the unsent changes to a favorite, or one unsent change to a tag. */
interface Entry {
  seq: number;
  id?: string;
  tagId?: string;
  op?: 'create' | 'rename' | 'merge' | 'delete';
  /** The tag to merge into. */
  into?: string;
  /** The last state that the device and the service agreed on. */
  base?: any;
  /** The state that was sent, until the service answers. */
  sent?: State;
  /** The number of requests that failed because of a tag. */
  tries?: number;
  refusal?: { code: string; status: number; requestId: string; problem: Problem };
  conflicts?: Conflict[];
}

interface OutboxRequest {
  method: string;
  path: string;
  body?: any;
  headers?: Record<string, string>;
  /** The service's state after the request, apart from fields that the service sets itself. */
  agreed: State;
}

interface Change {
  tag?: Tag;
  favorite?: Favorite;
  trashed?: Favorite;
  gone?: { dataId?: string; tagId?: string };
}

/** Changes to the database. `restored` lists favorites that were deleted elsewhere but edited here. */
interface News {
  ids?: string[];
  tags?: boolean;
  restored?: string[];
}

interface Config {
  issuer: string;
  clientId: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  revocationEndpoint?: string;
  endSessionEndpoint?: string;
  scope: string;
  version: string;
}

interface Session {
  sub: string;
  name: string;
  /** True on a shared device, where nothing is kept. */
  shared: boolean;
  /** The name of the database. */
  db: string;
}

interface SyncStatus {
  state: 'idle' | 'syncing' | 'offline' | 'signedOut' | 'error';
  /** The number of unsent favorites and tag changes, excluding refused changes and conflicts. */
  unsent: number;
  refused: number;
  /** The number of favorites with conflicts that the user must resolve. */
  conflicts: number;
  /**
   * Why this device stores no copy of the library. The copy is lost when the page closes, as are unsent
   * changes if storage is `denied`.
   */
  storage?: 'denied' | 'full';
  /** Set only during a full sync. */
  progress?: { done: number; total: number };
  error?: { code: string; requestId?: string };
}

/** The user's settings on this device, without any library data. */
interface Settings {
  /** Null for the browser's language. */
  language: string | null;
  theme: 'auto' | 'light' | 'dark';
  /** True if single letters are commands. */
  keys: boolean;
  compact: boolean;
  layout: 'list' | 'grid';
  /** When to load pictures and sound from other sites. */
  media: 'ask' | 'always';
  sort: Sort;
}

/** The parsed address. `place` applies only to the page `list`. */
interface Route {
  page: 'list' | 'tags' | 'import' | 'settings' | 'add';
  place: Place;
  q: string;
  sort: string | null;
  /** The id of the favorite whose details are shown. */
  id: string | null;
  params: URLSearchParams;
}

/** A list, or a favorite's details in a list. */
interface ListRoute {
  place?: Place;
  q?: string;
  sort?: string | null;
  id?: string | null;
}

interface ToastOptions {
  /** Adds an "Undo" button that calls this function. */
  undo?: () => unknown;
  /** Adds another button. */
  action?: { text: string; run: () => unknown };
}

interface MenuEntry {
  icon: string;
  text: string;
  run: () => unknown;
  /** The keyboard shortcut. */
  key?: string;
  /** True if the entry also has its own button. */
  quick?: boolean;
}

/** A favorite's row in the page. */
interface ShownRow {
  element: HTMLLIElement;
  item: Favorite;
  index: number;
}

/** One level of a tag name that is a path, such as `travel/italy`. */
interface TagBranch {
  name: string;
  tag?: Tag;
  below: Map<string, TagBranch>;
}
