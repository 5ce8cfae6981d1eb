import { done, openDb } from '../store/db.js';

/** There is no network, or what answers is not the service. */
export class Offline extends Error {
  code = 'offline';
  /** @returns {never} */
  static fail() {
    throw new Offline();
  }
}

/** The user must sign in again. The copy and the unsent changes stay. */
export class SignedOut extends Error {
  code = 'signed-out';
}

/** @type {Session | null} */
export let session = null;

/** What may speak against signing out: it throws then. */
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
/** @type {Promise<string> | undefined} */
let refreshing;
/** @type {Promise<Config> | undefined} */
let config;

/** Reads how to sign in. @returns {Promise<Config>} */
const loadConfig = () => {
  config ??= fetch('/app/config.json').then((response) => response.json());
  return config.catch(() => {
    config = undefined;
    return Offline.fail();
  });
};

/** @param {string} key */
const inSession = (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null');

/** @param {string} text */
async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes)).replace(
    /[+/=]/g,
    (sign) => ({ '+': '-', '/': '_' })[sign] ?? '',
  );
}

/**
 * Goes to the issuer to sign in. The route in the address bar is open again afterwards.
 * @param {{ hint?: string, shared?: boolean }} [options] `hint` is a one-time code of the local service.
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
 * Ends a sign-in that the address has the answer of, or takes up the session of the last visit.
 * @returns {Promise<Session | null>} `null` until somebody signs in.
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
  const payload = (answer.id_token ?? answer.access_token)
    .split('.')[1]
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(payload), (byte) => byte.charCodeAt(0));
  const { sub, aud, name, email, ...claims } = JSON.parse(new TextDecoder().decode(bytes));
  // It came from the issuer by TLS, so its signature need not be checked (OpenID Connect Core, 3.1.3.7).
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
    stored.sealed = await crypto.subtle.encrypt(
      stored.how,
      stored.key,
      new TextEncoder().encode(refresh_token),
    );
  }
  await db.transact(['meta'], (tx) => tx.put('meta', { ...stored, session }, 'session'));
}

async function refreshToken() {
  if (session?.shared) return kept;
  const { sealed, how, key, session: owner } = (await (await vault).read('meta', 'session')) ?? {};
  if (!sealed || owner.sub !== session?.sub) return undefined;
  return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, sealed));
}

/**
 * Gives an access token that is good for a minute or more.
 * @param {string} [refused] A token that the service did not take. @returns {Promise<string>}
 */
export async function token(refused) {
  if (access && access.token !== refused && access.until > Date.now() + 60_000) return access.token;
  // A refresh token may be good for one use only, so that tabs take turns.
  refreshing ??= navigator.locks.request('favorites-token', async () => {
    const refresh_token = await refreshToken();
    if (!refresh_token) throw new SignedOut();
    const answer = await ask({ grant_type: 'refresh_token', refresh_token });
    await keep(answer);
    return answer.access_token;
  });
  return refreshing.finally(() => {
    refreshing = undefined;
  });
}

/** @param {Record<string, string>} fields @returns {Promise<Record<string, any>>} */
async function ask(fields) {
  const { tokenEndpoint, clientId } = await loadConfig();
  const body = new URLSearchParams({ ...fields, client_id: clientId });
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(tokenEndpoint, { method: 'POST', body, signal }).catch(Offline.fail);
  if (response.ok) return response.json().catch(Offline.fail);
  throw response.status >= 500 || response.status === 429 ? new Offline() : new SignedOut();
}

/** Deletes what closed tabs left on a shared device. @param {Session} session */
async function dropLeftOvers({ shared, db }) {
  if (shared) navigator.locks.request(db, () => new Promise(() => {}));
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(SHARED) || name === db) continue;
    navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && indexedDB.deleteDatabase(name));
  }
}

async function dropDatabases() {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const ours = names.filter((name) => name.startsWith('favorites-'));
  const dropped = Promise.all(ours.map((name) => done(indexedDB.deleteDatabase(name))));
  await Promise.race([dropped, new Promise((resolve) => setTimeout(resolve, 3000))]);
}

/**
 * Ends the session here and at the issuer, and deletes all that this device has of the user. Without `force`,
 * it throws an error with the code `unsent` if the service does not have all changes.
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
    const body = new URLSearchParams({ token: refresh, client_id: clientId });
    await fetch(revocationEndpoint, { method: 'POST', body, signal: AbortSignal.timeout(5000) }).catch(
      () => {},
    );
  }
  await (await vault).transact(['meta'], (tx) => tx.remove('meta', 'session'));
  tabs.postMessage('signed out');
  sessionStorage.clear();
  localStorage.clear();
  await dropDatabases();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  // A tab that was just starting may have made its database again.
  await dropDatabases();
  // `logout_uri` is the name at Amazon Cognito.
  const query = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: home,
    logout_uri: home,
  });
  location.replace(endSessionEndpoint ? `${endSessionEndpoint}?${query}` : home);
}
