import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fetchSource } from '../fetch-source.ts';
import { orThrow, runLine } from '../run-line.ts';
import type { ChangedFiles } from './change.ts';
import type { PublishedChange } from './published-change.ts';
import { runSession, tellTasks, writeFiles } from './try-changes.ts';

const bare = 'pytest -q -p no:cacheprovider';

export interface TriedPublished {
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
  const { before, after, repairs, sources, tests, needs = [] } = change;
  const later = `${folder}.later`;
  await fetchSource({ name: before.package, source: before }, folder);
  await fetchSource({ name: after.package, source: after }, later);
  const [first, last] = repairs === 'source' ? [tests, sources] : [sources, tests];
  await writeFiles(folder, await filesOf(later, first));
  await leaveOut(folder, tests);
  const provide = async (): Promise<void> => {
    const all = ['pytest==9.1.1', ...needs].join(' ');
    for (const line of ['uv venv --quiet', `uv pip install --quiet -e . ${all}`]) {
      orThrow(line, await runLine(folder, line));
    }
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
