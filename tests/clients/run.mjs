// Starts a service in a folder of its own, and lets a program with each generated client use it.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { start } from '../web/service.mjs';

/** The longest time that a program takes. */
const PATIENCE_MILLIS = 120_000;

const here = import.meta.dirname;
const generated = path.join(here, 'generated');
const service = await start();
try {
  const env = { ...process.env, API: service.url, TOKEN: service.token, PYTHONPATH: generated };
  const run = (program, file) =>
    execFileSync(program, [file], { env, stdio: 'inherit', timeout: PATIENCE_MILLIS });
  run(path.join(generated, 'venv/bin/python'), path.join(here, 'tour.py'));
  run(process.execPath, path.join(generated, 'typescript/tour.js'));
} finally {
  await service.stop();
}
