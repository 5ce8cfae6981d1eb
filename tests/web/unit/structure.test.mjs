// Tests which modules may import which, and that the texts exist in both languages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { texts } from '../../../functions/web/app/i18n/texts.js';

const APP = path.resolve(import.meta.dirname, '../../../functions/web/app');

/** The folders. Each one imports only from itself and from folders before it. */
const LAYERS = ['core', 'store', 'net', 'search', 'state', 'i18n', 'ui', '.'];

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
/** @param {string} name */
const read = (name) => readFileSync(path.join(APP, name), 'utf8');
/** @param {string} name */
const layer = (name) => LAYERS.indexOf(name.includes('/') ? name.split('/')[0] : '.');
/** Returns the modules that a module imports, even dynamically. @param {string} name */
const imports = (name) =>
  [...read(name).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to]) =>
    path.join(path.dirname(name), to),
  );

test('a module only imports from its own folder and from lower layers', () => {
  for (const name of files) {
    assert.notEqual(layer(name), -1, name);
    for (const to of imports(name)) {
      assert.ok(layer(to) <= layer(name), `${name} imports ${to}`);
    }
  }
});

test('every module is used', () => {
  const reached = new Set(['main.js', 'sw.js', 'search/worker.js']);
  for (const name of reached) for (const to of imports(name)) reached.add(to);
  assert.deepEqual(
    files.filter((name) => !reached.has(name)),
    [],
  );
});

test('every text exists in English and Chinese, with the same parameters', () => {
  assert.ok(Object.keys(texts).length > 150);
  /** @param {string | undefined} text */
  const parameters = (text) => [...new Set(text?.match(/\{\w+\}/g))].sort();
  for (const [key, [english, chinese]] of Object.entries(texts)) {
    assert.ok(english, key);
    // A singular is a form of another text, and Chinese has no singulars.
    if (key.endsWith('.one')) {
      assert.ok(texts[key.slice(0, -4)], key);
      assert.equal(chinese, undefined, key);
    } else {
      assert.ok(chinese, `${key} lacks a Chinese text`);
      assert.deepEqual(parameters(chinese), parameters(english), key);
    }
  }
});

test('every text that is used exists, and every text is used', () => {
  const code = files
    .filter((name) => !name.startsWith('i18n/'))
    .map(read)
    .join('\n');
  const asked = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key);
  assert.ok(asked.length > 100);
  for (const key of asked) assert.ok(key in texts, `${key} is missing`);
  // Keys may combine a name and a value, such as `type.${dataType}`.
  const templates = [...code.matchAll(/\bt\(\s*`([^`]*)`/g)].map(([, key]) => key);
  const made = templates.map(
    (key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  );
  const named = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key));
  const unused = Object.keys(texts).filter((key) => {
    const plain = key.replace(/\.one$/, '');
    const isNamed = asked.includes(plain) || named.has(plain);
    return !isNamed && !made.some((pattern) => pattern.test(plain));
  });
  assert.deepEqual(unused, []);
});
