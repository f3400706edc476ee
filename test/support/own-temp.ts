import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

/** How long what was ended may take to clear up after itself. */
const patienceMs = 5_000;

const before = process.env['TMPDIR'];
const own = realpathSync(mkdtempSync(join(tmpdir(), 'ratchetr-tests-')));
// Some tests run programs as other users, who need temporary files like everybody.
chmodSync(own, 0o1777);
process.env['TMPDIR'] = own;

// Tools that run on Node keep compiled code here; without one for all they would compile anew for each file of tests.
const compiled = 'node-compile-cache';
const shared = resolve(import.meta.dirname, '../../.cache', compiled);
mkdirSync(shared, { recursive: true });
symlinkSync(shared, join(own, compiled));

// What uv locks by and never removes.
const ofTools = /^uv-[0-9a-f]+\.lock$/;

// It was registered before all others, so it runs after them.
afterAll(async () => {
  const last = Date.now() + patienceMs;
  while (leftHere().length > 0 && Date.now() < last) await sleep(50);
  const left = leftHere();
  rmSync(own, { recursive: true, force: true });
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  if (left.length > 0) throw new Error(`Left behind among temporary files: ${left.join(', ')}`);
});

/** What lies in the folder for temporary files, which every file of tests has to itself. */
function leftHere(): readonly string[] {
  return readdirSync(own).filter((name) => name !== compiled && !ofTools.test(name));
}
