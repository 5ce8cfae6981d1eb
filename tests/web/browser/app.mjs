// Opens the app in a browser, signs in, and records everything that must not happen.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

// A page served by the test itself has no IP address, so the browser might block requests to a local service.
const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'];

export const launch = () => chromium.launch({ executablePath, args });

/** The longest time to wait for the page. */
const PATIENCE_MILLIS = 15_000;

/**
 * Opens the app and signs in. `faults` collects script errors, violations of the content security policy and
 * requests to other hosts, and must be empty at the end of a test.
 * @param {Awaited<ReturnType<import('../service.mjs').start>>} service
 * @param {import('playwright-core').Browser} browser
 * @param {{ locale?: string, theme?: 'light' | 'dark', width?: number, route?: string }} options
 */
export async function open(
  service,
  browser,
  { locale = 'en-US', theme = 'light', width = 1440, route } = {},
) {
  const context = await browser.newContext({
    locale,
    colorScheme: theme,
    viewport: { width, height: 900 },
    // While a dialog fades in, its colors differ.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => {
    if (/Content Security|Trusted/i.test(message.text())) faults.push(message.text());
  });
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') faults.push(`${request.method()} ${request.url()}`);
  });
  await page.goto(await service.newLink());
  await page.getByRole('searchbox').first().waitFor();
  if (route) await go(page, route);
  return { context, page, faults };
}

/** @param {import('playwright-core').Page} page @param {string} route */
export async function go(page, route) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
}

/**
 * Calls the API.
 * @param {{ url: string, token: string }} service
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function api({ url, token }, method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

/** Returns what axe reports of a page. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
export async function inspect(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // @ts-expect-error axe was added above.
    const { violations } = await globalThis.axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  });
}
