import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fetchSource } from '../fetch-source.ts';
import { orThrow, runLine } from '../run-line.ts';
import type { ArchiveSource } from '../row.ts';
import type { ChangedFiles } from './change.ts';
import type { PublishedChange } from './published-changes.ts';
import { runSession, tellTasks, writeFiles } from './try-changes.ts';

const bare = 'pytest -q -p no:cacheprovider';
const install = ['uv venv --quiet', 'uv pip install --quiet -e . pytest==9.1.1 hypothesis'];

interface TriedPublished {
  readonly verdict: string;
  readonly isHeld: boolean;
  /** The exits of the bare command before and after. */
  readonly bare: readonly [number, number];
}

/** Lets an agent write what the authors wrote; `folder` is not there yet. */
export async function tryPublished(
  change: PublishedChange,
  folder: string,
): Promise<TriedPublished> {
  const { before, after, repairs, sources, tests } = change;
  const later = `${folder}.later`;
  await fetchRelease(change.package, before, folder);
  await fetchRelease(change.package, after, later);
  const [first, last] = repairs === 'source' ? [tests, sources] : [sources, tests];
  await writeFiles(folder, await filesOf(later, first));
  await leaveOut(folder, tests);
  const provide = async (): Promise<void> => {
    for (const line of install) orThrow(line, await runLine(folder, line));
  };
  const report = await runSession(folder, {
    orders: await filesOf(later, last),
    provide,
    config: { check: { engines: ['pytest'] } },
  });
  const { code: end } = await runLine(folder, `git checkout --quiet --force fixes && ${bare}`);
  const { code: start } = await runLine(folder, `git checkout --quiet --force main && ${bare}`);
  return { ...tellTasks(report, report.tasks), bare: [start, end] };
}

async function fetchRelease(
  name: string,
  release: PublishedChange['before'],
  folder: string,
): Promise<void> {
  const source: ArchiveSource = { from: 'pypi', package: name, ...release };
  await fetchSource({ name, source }, folder);
}

async function filesOf(folder: string, paths: readonly string[]): Promise<ChangedFiles> {
  const read = async (path: string) =>
    [path, await readFile(join(folder, path), 'utf8').catch(() => null)] as const;
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

/** Tests that did not change would cost time and prove nothing here; what is made by an installation is no source. */
async function leaveOut(folder: string, tests: readonly string[]): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  const others = paths.filter((path) =>
    /^test_.*\.py$|_test\.py$/.test(basename(path))
      ? !tests.includes(path)
      : path.endsWith('.egg-info'),
  );
  await Promise.all(others.map((path) => rm(join(folder, path), { recursive: true })));
}
