// The app in a browser, signed in at a service, with a watch on everything that must not happen.

import { chromium } from 'playwright-core';

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

// A page that a test itself answers has no address, and so might not speak to the files of a local service.
const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'];

export const launch = () => chromium.launch({ executablePath, args });

/** The time until a page that works has shown what a test waits for. */
const PATIENCE_MILLIS = 15_000;

/**
 * Opens the app and signs in. `faults` has errors of scripts, violations of the content security policy, and requests to other
 * origins; a test ends with none.
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
    // A dialog that fades in has other colors for a moment.
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
