import { Offline, SignedOut, token } from './auth.js';

/** @param {string} [path] */
const last = (path = '') => path.replace(/.*\//, '');

/** A refusal of the service. `code` is the last segment of the problem's type, such as `link-taken`. */
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
 * Sends a request to the service. `wait` is the deadline in milliseconds.
 * @param {string} method @param {string} path
 * @param {{ body?: any, headers?: Record<string, string>, wait?: number }} [options]
 * @returns {Promise<{ status: number, body: any, etag: string | null, headers: Headers }>}
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
  // Networks that ask to sign in answer with pages of their own.
  const answer = bare ? undefined : await response.json().catch(Offline.fail);
  if (status >= 400) throw new ApiError(status, answer, Number(response.headers.get('retry-after')));
  return { status, body: answer, etag: response.headers.get('etag'), headers: response.headers };
}
