import { done, openDb } from '../store/db.js';

/** Thrown if there is no network, or if something other than the service answers. */
export class Offline extends Error {
  code = 'offline';
  /** @returns {never} */
  static fail() {
    throw new Offline();
  }
}

/** Thrown if the user must sign in again. The device keeps its copy and the unsent changes. */
export class SignedOut extends Error {
  code = 'signed-out';
}

/** @type {Session | null} */
export let session = null;

/** `check` runs before each sign-out and throws to prevent it. */
export const beforeSignOut = { check: async () => {} };

const PENDING = 'favorites-sign-in';
const SESSION = 'favorites-session';
const SHARED = 'favorites-shared-';
const home = `${location.origin}/`;
const vault = openDb('favorites-auth');
const tabs = new BroadcastChannel('favorites');
tabs.onmessage = () => {
  sessionStorage.clear();
  location.replace(home);
};

/** @type {{ token: string, until: number } | undefined} */
let access;
/** The refresh token on a shared device. @type {string | undefined} */
let kept;

/** Loads the sign-in configuration. @returns {Promise<Config>} */
const loadConfig = () =>
  fetch('/app/config.json')
    .then((response) => response.json())
    .catch(Offline.fail);

/** @param {string} key */
const inSession = (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null');

/** @param {string} text */
const encode = (text) => new TextEncoder().encode(text);
/** @param {BufferSource} bytes */
const decode = (bytes) => new TextDecoder().decode(bytes);
/** TypeScript's library doesn't have the Base64 methods yet. @type {any} */
const Bytes = Uint8Array;
const alphabet = 'base64url';

/** @param {string} text @returns {Promise<string>} */
const digest = async (text) =>
  new Bytes(await crypto.subtle.digest('SHA-256', encode(text))).toBase64({ alphabet, omitPadding: true });

/** @param {string} address @param {Record<string, string>} fields @param {number} wait */
const post = (address, fields, wait) =>
  fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(wait),
  }).catch(Offline.fail);

/**
 * Goes to the issuer to sign in. Afterwards, the app opens the current route again.
 * @param {{ hint?: string, shared?: boolean }} [options] `hint` is a one-time code from the local service.
 */
export async function signIn({ hint, shared = false } = {}) {
  const { authorizationEndpoint, clientId, scope } = await loadConfig();
  const state = crypto.randomUUID();
  const nonce = crypto.randomUUID();
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  sessionStorage.setItem(PENDING, JSON.stringify({ state, nonce, verifier, shared, route: location.hash }));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: home,
    scope,
    state,
    nonce,
    code_challenge: await digest(verifier),
    code_challenge_method: 'S256',
    ...(hint && { login_hint: hint }),
  });
  location.assign(`${authorizationEndpoint}?${query}`);
}

/**
 * Completes a sign-in if the address contains the issuer's response, or else restores the last session.
 * @returns {Promise<Session | null>} `null` if nobody is signed in.
 */
export async function finishSignIn() {
  const query = new URLSearchParams(location.search);
  const pending = inSession(PENDING);
  sessionStorage.removeItem(PENDING);
  if (query.has('state')) history.replaceState(null, '', `/${pending?.route ?? ''}`);
  const code = query.get('code');
  if (code && pending && query.get('state') === pending.state) {
    const proof = { code, code_verifier: pending.verifier, redirect_uri: home };
    await begin(await ask({ grant_type: 'authorization_code', ...proof }), pending);
  } else if (query.has('error')) {
    throw Object.assign(new SignedOut(), { detail: query.get('error_description') ?? query.get('error') });
  } else if (location.hash.startsWith('#code=')) {
    const hint = location.hash.slice(6);
    history.replaceState(null, '', '/');
    await signIn({ hint });
    return new Promise(() => {});
  } else {
    const stored = await (await vault).read('meta', 'session');
    session = stored?.session ?? inSession(SESSION);
  }
  if (session) await dropLeftOvers(session);
  return session;
}

/** @param {Record<string, any>} answer @param {{ nonce: string, shared: boolean }} pending */
async function begin(answer, { nonce, shared }) {
  const { clientId, issuer } = await loadConfig();
  const [, payload] = (answer.id_token ?? answer.access_token).split('.');
  const { sub, aud, name, email, ...claims } = JSON.parse(decode(Bytes.fromBase64(payload, { alphabet })));
  // The token came from the issuer over TLS, so its signature needs no check (OpenID Connect Core, 3.1.3.7).
  const ours = claims.nonce === nonce && claims.iss === issuer && [aud].flat().includes(clientId);
  if (answer.id_token && !ours) throw new SignedOut();
  const last = inSession(SESSION);
  let db = `favorites-${await digest(`${issuer}\n${sub}`)}`;
  if (shared) db = last?.sub === sub ? last.db : SHARED + crypto.randomUUID();
  session = { sub, name: name ?? email ?? sub, shared, db };
  if (shared) sessionStorage.setItem(SESSION, JSON.stringify(session));
  await keep(answer);
}

/** @param {Record<string, any>} answer */
async function keep({ access_token, refresh_token, expires_in = 300 }) {
  access = { token: access_token, until: Date.now() + expires_in * 1000 };
  if (session?.shared) {
    kept = refresh_token ?? kept;
    return;
  }
  const db = await vault;
  const last = await db.read('meta', 'session');
  const stored = last?.session.sub === session?.sub ? last : {};
  if (refresh_token) {
    const name = 'AES-GCM';
    stored.key ??= await crypto.subtle.generateKey({ name, length: 256 }, false, ['encrypt', 'decrypt']);
    stored.how = { name, iv: crypto.getRandomValues(new Uint8Array(12)) };
    stored.sealed = await crypto.subtle.encrypt(stored.how, stored.key, encode(refresh_token));
  }
  await db.transact(['meta'], (tx) => tx.put('meta', { ...stored, session }, 'session'));
}

async function refreshToken() {
  if (session?.shared) return kept;
  const { sealed, how, key, session: owner } = (await (await vault).read('meta', 'session')) ?? {};
  if (!sealed || owner.sub !== session?.sub) return undefined;
  return decode(await crypto.subtle.decrypt(how, key, sealed));
}

/**
 * Returns an access token that is valid for at least a minute.
 * @param {string} [refused] A token that the service rejected. @returns {Promise<string>}
 */
const token = (refused) =>
  // Some issuers accept each refresh token only once, so tabs take turns.
  navigator.locks.request('favorites-token', async () => {
    if (access && access.token !== refused && access.until > Date.now() + 60_000) return access.token;
    const refresh_token = await refreshToken();
    if (!refresh_token) throw new SignedOut();
    const answer = await ask({ grant_type: 'refresh_token', refresh_token });
    await keep(answer);
    return answer.access_token;
  });

/** @param {Record<string, string>} fields @returns {Promise<Record<string, any>>} */
async function ask(fields) {
  const { tokenEndpoint, clientId } = await loadConfig();
  const response = await post(tokenEndpoint, { ...fields, client_id: clientId }, 30_000);
  if (response.ok) return response.json().catch(Offline.fail);
  throw response.status >= 500 || response.status === 429 ? new Offline() : new SignedOut();
}

/** @param {string} [path] */
const last = (path = '') => path.replace(/.*\//, '');

/** An error from the service. `code` is the last segment of the problem's type, such as `link-taken`. */
export class ApiError extends Error {
  /** @param {number} status @param {Problem} problem @param {number} retryAfter In seconds. */
  constructor(status, problem, retryAfter) {
    super(`${status} ${problem.type}`);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
    this.code = last(problem.type);
    this.requestId = last(problem.instance);
  }
}

/**
 * Sends a request to the service. `wait` is the timeout in milliseconds.
 * @param {string} method @param {string} path
 * @param {{ body?: any, headers?: Record<string, string>, wait?: number }} [options]
 * @returns {Promise<{ body: any, etag: string | null }>}
 */
export async function call(method, path, { body, headers, wait = 30_000 } = {}) {
  /** @param {string} bearer */
  const send = (bearer) =>
    fetch(path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(wait),
      cache: 'no-store',
    }).catch(Offline.fail);
  const bearer = await token();
  let response = await send(bearer);
  if (response.status === 401) response = await send(await token(bearer));
  const { status } = response;
  if (status === 401) throw new SignedOut();
  const bare = status === 204 || status === 304;
  // Captive portals answer with their own pages.
  const answer = bare ? undefined : await response.json().catch(Offline.fail);
  if (status >= 400) throw new ApiError(status, answer, Number(response.headers.get('retry-after')));
  return { body: answer, etag: response.headers.get('etag') };
}

/** Deletes databases that closed tabs left on a shared device. @param {Session} session */
async function dropLeftOvers({ shared, db }) {
  if (shared) navigator.locks.request(db, () => new Promise(() => {}));
  for (const name of await databases(SHARED)) {
    if (name === db) continue;
    navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && indexedDB.deleteDatabase(name));
  }
}

/** @param {string} prefix */
async function databases(prefix) {
  // If storage is denied, listing databases may fail, too.
  const all = await indexedDB.databases().catch(() => []);
  return all.flatMap(({ name = '' }) => (name.startsWith(prefix) ? name : []));
}

async function dropDatabases() {
  const ours = await databases('favorites-');
  const dropped = Promise.all(ours.map((name) => done(indexedDB.deleteDatabase(name))));
  await Promise.race([dropped, new Promise((resolve) => setTimeout(resolve, 3000))]);
}

/**
 * Ends the session here and at the issuer, and deletes all of the user's data from this device. Without
 * `force`, throws an error with the code `unsent` if there are unsent changes.
 */
export async function signOut({ force = false } = {}) {
  if (!force) await beforeSignOut.check();
  const {
    revocationEndpoint,
    endSessionEndpoint,
    clientId = '',
  } = /** @type {Partial<Config>} */ (await loadConfig().catch(() => ({})));
  const refresh = await refreshToken().catch(() => '');
  if (revocationEndpoint && refresh) {
    await post(revocationEndpoint, { token: refresh, client_id: clientId }, 5000).catch(() => {});
  }
  await (await vault).transact(['meta'], (tx) => tx.remove('meta', 'session'));
  tabs.postMessage('signed out');
  sessionStorage.clear();
  localStorage.clear();
  await dropDatabases();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  // A tab that was just starting may have recreated the database.
  await dropDatabases();
  // Amazon Cognito calls the redirect `logout_uri`.
  const query = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: home,
    logout_uri: home,
  });
  location.replace(endSessionEndpoint ? `${endSessionEndpoint}?${query}` : home);
}
