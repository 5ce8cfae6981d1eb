// Checks that the signed-in app with sample favorites gets at least 95 in each Lighthouse category.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { start } from '../service.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const LEAST = 95;

const service = await start({ seed: true });
const server = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--remote-debugging-port=9333'],
});
try {
  // Lighthouse opens a page in the browser's default context, which must be signed in.
  const browser = await chromium.connectOverCDP('http://127.0.0.1:9333');
  const page = await browser.contexts()[0].newPage();
  await page.goto(service.link);
  await page.locator('.item').first().waitFor();
  const options = ['--port=9333', '--disable-storage-reset', '--output=json', '--quiet'];
  const only = `--only-categories=${CATEGORIES}`;
  const run = promisify(execFile)('npx', ['--yes', LIGHTHOUSE, service.url, ...options, only], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { categories, audits } = JSON.parse((await run).stdout);
  for (const name of CATEGORIES) {
    const score = Math.round(categories[name].score * 100);
    console.log(`${name}: ${score}`);
    if (score >= LEAST) continue;
    process.exitCode = 1;
    for (const { id } of categories[name].auditRefs) {
      const { score: part, title, displayValue = '' } = audits[id];
      if (part !== null && part < 0.9) console.log(`  ${title} ${displayValue}`);
    }
  }
} finally {
  await server.close();
  await service.stop();
}
