// The types that the modules of the app share. The file is for the type checker; it is not served.

type DataType = 'image' | 'video' | 'link' | 'file' | 'music' | 'chatRecord' | 'voice' | 'note' | 'location';

interface Message {
  sender: string;
  sentTime?: string;
  text: string;
}

/** The members of all types. Which of them a favorite has depends on its `dataType`. */
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

/** A favorite as the API returns it, and as the device keeps it. */
interface Favorite extends NewFavorite {
  dataId: string;
  clipTime: string;
  updateTime: string;
  tagIds: string[];
  /** 0 until the service has the favorite. */
  version: number;
  /** Only in the trash. */
  deleteTime?: string;
  purgeTime?: string;
  /** The number of changes that the service does not have yet. */
  unsent?: number;
  /** True while the service refuses a change of this favorite. */
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

/** What one control of a form edits. */
interface Field {
  element: HTMLElement;
  control: HTMLElement;
  /** The value, undefined if there is none. If it has a fault, a form says so. */
  value(): any;
  /** What the control has, be it a value or not. */
  text(): string;
  put(text: string): void;
}

/** A folded text in its two readings, which differ if it has hyphens or apostrophes inside words: `e mail`, `email`. */
interface Readings {
  apart: string;
  together: string;
}

/** A word or a phrase to look for. If it is not whole, its last word may go on. */
interface Words extends Readings {
  whole: boolean;
}

/** What a part of a query asks for. A host, a tag's name and words are folded; times are in milliseconds. */
type Wanted =
  | { kind: 'words' | 'title'; words: Words }
  | { kind: 'site'; host: string }
  | { kind: 'tag'; name: string }
  | { kind: 'type'; type: DataType }
  | { kind: 'untagged' }
  | { kind: 'before' | 'after'; time: number };
type Condition = Wanted & { excluded?: boolean };

/** What search keeps of a favorite. The text has the title, the host and the other texts, joined by commas. */
interface Row extends Readings {
  host: string;
  /** The form of a link's address in which it is kept once. */
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
  path: string;
  key: string;
  text: Readings;
  exists: boolean;
  /** The favorites found that have it. */
  count: number;
}

/** What the page asks the search for. */
interface Find {
  n: number;
  place: Place;
  q: string;
  sort: Sort;
  language: string;
}

interface Found {
  rows: Row[];
  /** Under the query, in all places. They are complete at the end. */
  counts: Counts;
  faults: Fault[];
  /** The words to mark, folded. */
  terms: string[];
  /** When the next favorite expires. */
  ends: number;
}

/** What the list shows. `total` is a lower bound until it is exact. */
interface View extends Find {
  /** The first ones. */
  ids: string[];
  total: number;
  exact: boolean;
  /** Under the query, in all places. */
  counts: Counts;
  faults: Fault[];
  /** The words to mark, folded. */
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

/** What runs in one transaction. It may wait for nothing but these functions. */
interface Transaction {
  get(store: StoreName, key: IDBValidKey): Promise<any>;
  all(store: StoreName): Promise<any[]>;
  /** Gives the key. */
  put(store: StoreName, value: any, key?: IDBValidKey): Promise<any>;
  remove(store: StoreName, key: IDBValidKey): Promise<any>;
}

interface Database {
  name: string;
  /** Why what the service has as well, or everything, is only in the memory of this page. */
  storage?: 'denied' | 'full';
  read(store: StoreName, key: IDBValidKey): Promise<any>;
  /** In the order of the keys; `undefined` for those that are missing. */
  readMany(store: StoreName, keys: IDBValidKey[]): Promise<any[]>;
  /** In the order of the keys; with `after` and `count`, one part of it. */
  readAll(store: StoreName, after?: IDBValidKey, count?: number): Promise<any[]>;
  /** The newest items, as their ids tell. */
  newest(count: number): Promise<Favorite[]>;
  /**
   * Fulfilled when all is written; if `work` throws, nothing is. What the user saved must survive a power failure, and is
   * written `strict`; what can come again from the service need not.
   */
  transact<T>(
    stores: StoreName[],
    work: (transaction: Transaction) => Promise<T> | T,
    durability?: 'strict' | 'relaxed',
  ): Promise<T>;
}

/** One side's state of a favorite: null where there is none; one with a `deleteTime` is in the trash. */
type State = Favorite | null;

/** What the service does not have yet of a favorite, or a change of a tag that it does not have yet. */
interface Entry {
  seq: number;
  id?: string;
  tagId?: string;
  op?: 'create' | 'rename' | 'merge' | 'delete';
  /** The tag to merge into. */
  into?: string;
  /** The state that both sides agreed on last. */
  base?: any;
  /** What a request asked for whose answer is unknown. */
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
  /** What the service has after it, apart from its own additions. */
  agreed: State;
}

interface Change {
  tag?: Tag;
  favorite?: Favorite;
  trashed?: Favorite;
  gone?: { dataId?: string; tagId?: string };
}

/** What is new in the database. Favorites that were deleted elsewhere and edited here are restored. */
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
  /** On a shared device, which keeps nothing. */
  shared: boolean;
  /** The name of the database. */
  db: string;
}

interface SyncStatus {
  state: 'idle' | 'syncing' | 'offline' | 'signedOut' | 'error';
  /** Favorites and changes of tags that the service does not have, without refused ones and conflicts. */
  unsent: number;
  refused: number;
  /** Favorites with questions that only the user can answer. */
  conflicts: number;
  /** Why this device keeps no copy of the library: it lasts as long as the page, as unsent changes do if it is denied. */
  storage?: 'denied' | 'full';
  /** Only while everything is read. */
  progress?: { done: number; total: number };
  error?: { code: string; requestId?: string };
}

/** What the user has chosen for this device. It has nothing of the library. */
interface Settings {
  /** null: that of the browser. */
  language: string | null;
  theme: 'auto' | 'light' | 'dark';
  /** Whether single letters are commands. */
  keys: boolean;
  compact: boolean;
  layout: 'list' | 'grid';
  /** Whether pictures and sound of other sites are loaded. */
  media: 'ask' | 'always';
  sort: Sort;
}

/** What the address says. Only `list` has a place. */
interface Route {
  page: 'list' | 'tags' | 'import' | 'settings' | 'add';
  place: Place;
  q: string;
  sort: string | null;
  /** The favorite whose details are shown. */
  id: string | null;
  params: URLSearchParams;
}

/** A list, or the details of a favorite in it. */
interface ListRoute {
  place?: Place;
  q?: string;
  sort?: string | null;
  id?: string | null;
}

interface ToastOptions {
  /** Gets a button that says "Undo". */
  undo?: () => unknown;
  /** Any other button. */
  action?: { text: string; run: () => unknown };
}

interface MenuEntry {
  icon: string;
  text: string;
  run: () => unknown;
  /** The key that does the same. */
  key?: string;
  /** Whether it also has a button of its own. */
  quick?: boolean;
}

/** A favorite in the page. */
interface ShownRow {
  element: HTMLLIElement;
  item: Favorite;
  index: number;
}

/** A part of the path that a tag's name is, such as `travel/italy`. */
interface TagBranch {
  name: string;
  tag?: Tag;
  below: Map<string, TagBranch>;
}
