// Work that the service does for many favorites at once. The device's copy follows.

import { call } from '../net/api.js';
import { Offline, session } from '../net/auth.js';
import { syncNow, wake } from './sync.js';

/** Makes a request one that is done once, whatever happens to its answer. */
const once = () => ({ 'idempotency-key': crypto.randomUUID() });

/**
 * Begins an action on everything that a search has.
 * @param {{ action: string, tagId?: string, expireTime?: string | null, select: Record<string, any> }} action
 * @returns {Promise<Job>}
 */
export async function actOnAll(action) {
  // What the service selects should be what the user sees.
  await syncNow();
  return (await call('POST', '/favorites/actions', { body: action, headers: once() })).body;
}

/**
 * Waits for the end of a job.
 * @param {string} jobId @param {(job: Job) => void} onProgress @returns {Promise<Job>}
 */
export async function watchJob(jobId, onProgress) {
  for (let pause = 300; ; pause = Math.min(pause * 1.5, 5000)) {
    // The job goes on also when this device has no network.
    const job = await read(`/jobs/${jobId}`).catch((error) => {
      if (!(error instanceof Offline)) throw error;
    });
    if (job) onProgress(job);
    if (['done', 'cancelled', 'failed'].includes(job?.state)) {
      wake();
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @param {string} path @param {string} [method] */
const read = async (path, method = 'GET') => (await call(method, path)).body;

/** @param {string} jobId @returns {Promise<Job>} */
export const cancelJob = (jobId) => read(`/jobs/${jobId}`, 'DELETE');

/** Begins the job that undoes another one. @param {string} jobId @returns {Promise<Job>} */
export const undoJob = (jobId) => read(`/jobs/${jobId}/undo`, 'POST');

/**
 * Imports a file, or only tells what an import would do.
 * @param {File} file
 * @param {{ format?: string, onExisting?: 'keep' | 'merge', tagNames?: string[], dryRun?: boolean }} options
 * @param {(job: Job) => void} onProgress @returns {Promise<Job>}
 */
export async function startImport(file, options, onProgress) {
  const body = { bytes: file.size, ...options };
  /** @type {Job} */
  const job = (await call('POST', '/imports', { body, headers: once() })).body;
  onProgress(job);
  const { method, url, headers } = job.import.upload;
  const { ok } = await fetch(url, { method, headers, body: file }).catch(Offline.fail);
  if (!ok) throw new Offline();
  onProgress(await read(`/jobs/${job.jobId}/start`, 'POST'));
  return watchJob(job.jobId, onProgress);
}

/** Reads which entries of an import's file are duplicates or can't be favorites. @param {string} jobId */
export async function* importReport(jobId) {
  let cursor = '';
  do {
    const page = await read(`/jobs/${jobId}/report?limit=100${cursor}`);
    yield* page.items;
    cursor = page.nextCursor && `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor);
}

/**
 * Writes all favorites to a file, and returns its address.
 * @param {string} format @param {(job: Job) => void} onProgress @returns {Promise<string>}
 */
export async function startExport(format, onProgress) {
  await syncNow();
  const { jobId } = (await call('POST', '/exports', { body: { format }, headers: once() })).body;
  const job = await watchJob(jobId, onProgress);
  const { url } = job.export?.download ?? {};
  if (!url) throw Object.assign(new Error(job.reason), { code: `job-${job.state}` });
  return url;
}

/** Reads the use and the limits of the account. */
export const account = () => read('/account');

/** Begins to delete the account with everything in it. @returns {Promise<Job>} */
export const deleteAccount = () =>
  read(`/account?confirm=${encodeURIComponent(session?.sub ?? '')}`, 'DELETE');
