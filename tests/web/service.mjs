// Starts the service for tests of the web app, as `cargo run` does.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TARGET = process.env.CARGO_TARGET_DIR ?? path.join(ROOT, 'target');
const PROGRAM = process.env.FAVORITES_LOCAL ?? path.join(TARGET, 'debug', 'favorites-local');

/** The longest time to wait for the service to start. */
const PATIENCE_MILLIS = 60_000;

const run = promisify(execFile);

/**
 * Starts a service with its own ports and its own folder. `newLink` returns a link that signs the user in to
 * the app once, and `token` is for the API.
 * @param {{ seed?: boolean }} [options]
 */
export async function start({ seed = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'favorites-'));
  const ports = ['--port', '0', '--dynamodb-port', '0', '--s3-port', '0'];
  const service = spawn(PROGRAM, ['--data-dir', folder, ...ports, ...(seed ? ['--seed'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RUST_LOG: 'warn' },
  });
  const ended = new Promise((done) => service.once('exit', done));
  const stop = async () => {
    service.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  };
  process.once('exit', () => service.kill('SIGKILL'));
  const greeting = await Promise.race([
    greetingOf(service),
    ended.then((code) => Promise.reject(new Error(`${PROGRAM} ended with ${code}`))),
  ]);
  const link = /http:\S+#code=\S+/.exec(greeting)?.[0];
  const token = /export TOKEN=(\S+)/.exec(greeting)?.[1];
  if (!link || !token) throw new Error(`the service printed no link and token: ${greeting}`);
  const { origin: url, port } = new URL(link);
  const newLink = async () => {
    const { stdout } = await run(PROGRAM, ['token', 'link', '--data-dir', folder, '--port', port]);
    return stdout.trim();
  };
  return { url, link, token, newLink, stop };
}

/**
 * @param {import('node:child_process').ChildProcess} service
 * @returns {Promise<string>}
 */
function greetingOf(service) {
  return new Promise((done, fail) => {
    let text = '';
    const timer = setTimeout(() => fail(new Error(`the service does not start: ${text}`)), PATIENCE_MILLIS);
    service.stdout?.on('data', (data) => {
      text += data;
      if (text.includes('AWS_SECRET_ACCESS_KEY=')) {
        clearTimeout(timer);
        done(text);
      }
    });
  });
}
