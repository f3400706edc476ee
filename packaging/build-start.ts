import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { builtFolder, digestOf, stateOf } from '../lib/cli/built-start.mjs';
import { bundleStart } from './bundle.ts';
import { project } from './own-files.ts';

/* Bundles what the launcher of a clone starts, so that a start loads some files and not a thousand. The launcher runs this. */

/** Two changes within this time may bear the same time stamp: some file systems count by two seconds. */
const coarsestStampMs = 2_000;

/** Programs that run may still load parts of an older bundle. */
const longestKeptMs = 24 * 3_600_000;

/** They name all that is installed, and how the sources name each other. */
const manifests = ['package.json', 'node_modules/.package-lock.json'];

const built = builtFolder(project);
const beganMs = Date.now();
const folder = `of-${beganMs}-${process.pid}`;

setPriority(19);
mkdirSync(built, { recursive: true });
writeFileSync(join(built, 'tried'), '');
const { inputs } = await bundleStart(join(built, folder));
const own = Object.keys(inputs).filter((path) => !path.includes('node_modules/'));
const sources = [...own, ...manifests];
if (sources.every((path) => isOlder(join(project, path)))) await writeNote();
// What was changed while it was read may be half in it.
else rmSync(join(built, folder), { recursive: true });
removeOlder();

function isOlder(path: string): boolean {
  return beganMs - statSync(path).ctimeMs > coarsestStampMs;
}

async function writeNote(): Promise<void> {
  const paths = sources.map((path) => [path, join(project, path)] as const);
  const files = paths.map(async ([path, full]) => [path, stateOf(full), await digestOf(full)]);
  const written = join(built, `${folder}.json`);
  writeFileSync(written, JSON.stringify({ folder, files: await Promise.all(files) }));
  renameSync(written, join(built, 'note.json'));
}

function removeOlder(): void {
  for (const name of readdirSync(built).filter((one) => one.startsWith('of-') && one !== folder)) {
    const path = join(built, name);
    if (beganMs - statSync(path).mtimeMs > longestKeptMs) rmSync(path, { recursive: true });
  }
}
