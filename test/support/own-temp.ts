import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { compiledCode } from './compiled-code.ts';

/** How long what was ended may take to clear up after itself. */
const patienceMs = 20_000;

const before = process.env['TMPDIR'];
// The same for each file of a process: some libraries look only once where temporary files go.
const ownName = `ratchetr-tests-${process.pid}-${Math.trunc(performance.timeOrigin)}`;
const own = join(realpathSync(tmpdir()), ownName);
mkdirSync(own);
// Some tests run programs as other users, who need temporary files like everybody.
chmodSync(own, 0o1777);
process.env['TMPDIR'] = own;

// Tools that run on Node keep compiled code here; without one for all they would compile anew for each file of tests.
const compiled = 'node-compile-cache';
mkdirSync(compiledCode, { recursive: true });
symlinkSync(compiledCode, join(own, compiled));

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
