import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { sha256 } from '#model/ids.ts';

/*
 * Builds and keeps an environment, and kills itself just before the step on files with this number: everything that changes
 * the disk is one step.
 */
const [root = '', last = '', name = ''] = process.argv.slice(2);
let step = 0;
const changing = [
  'chmodSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
] as const;
for (const one of changing) {
  const real: unknown = Reflect.get(fs, one);
  if (typeof real !== 'function') throw new Error(`There is no ${one}`);
  Reflect.set(fs, one, (...args: readonly unknown[]) => {
    // It is written as often as it takes until the clock goes on.
    if (!String(args[0]).endsWith('/stamp')) step += 1;
    if (step === Number(last)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(real, fs, args);
  });
}
syncBuiltinESMExports();
const { makeEnvironment, sealEnvironment } = await import('#platform/files/environments.ts');
const { holdAlone, isHeld } = await import('#store/sqlite/hold-alone.ts');

const own = {
  root,
  clock: { now: () => Date.now() },
  hold: holdAlone,
  isHeld,
  reclaim: async () => undefined,
  remove: async (folder: string) => void execFileSync('rm', ['-rf', folder]),
};
const made = makeEnvironment(own, 'shop');
const files = {
  'package.json': 'source\n',
  '.venv/pyvenv.cfg': 'home\n',
  '.venv/bin/tool': 'tool\n',
};
for (const [path, text] of Object.entries(files)) {
  fs.mkdirSync(dirname(join(made.folder, path)), { recursive: true });
  fs.writeFileSync(join(made.folder, path), text);
}
const sealed = await sealEnvironment(own, made, new Set(['package.json']));
await sealed.keep(sha256.parse(name));
await sealed.release();
