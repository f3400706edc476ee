import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { createContents } from '#platform/files/contents.ts';
import { createEngineCache } from '#platform/files/engine-cache.ts';
import { folders } from '#platform/files/folders.ts';
import { createInstalled } from '#platform/files/installed.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Engine } from '#engines/contract.ts';
import type { EngineRunner } from '#check/needs/engine-host.ts';
import type { EngineRun, RunEnginesInput } from '#check/run-engines.ts';
import { runEngines } from '#check/run-engines.ts';
import { aPlan } from '../rules/scope/plans.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const program = join(import.meta.dirname, '../../fixtures/programs/find-bad.mjs');
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };

const report = z.array(z.object({ path: z.string(), line: z.number() }));

/** A linter that finds lines with BAD; it is started with the name of a file that counts its starts. */
const findBad = (starts: string, changes: Partial<Engine> = {}): Engine => ({
  id: 'find-bad',
  title: 'Find bad',
  scope: 'per-file',
  program: { kind: 'node-bin', package: 'find-bad', bin: 'find-bad' },
  loads: 'nothing',
  versionArgs: ['--version', starts],
  versionPattern: /^find-bad (\S+)/m,
  detect: () => ({ kind: 'absent', because: 'it runs only where it is asked for' }),
  configNames: ['bad.json'],
  sections: [],
  judges: /\.txt$/,
  reads: 'scope',
  changed: 'paths',
  nested: 'itself',
  suppressions: [],
  tasks: () => [],
  validation: () => {
    throw new Error('Nobody plans tasks for it');
  },
  parse: ({ stdout, cwd }) => {
    const parsed = stdout === '' ? undefined : report.parse(JSON.parse(stdout));
    const findings = (parsed ?? []).map(({ path, line }) => ({
      kind: 'bad',
      severity: 'low' as const,
      rule: 'bad',
      message: `bad in ${cwd}/${path}`,
      path: `${cwd}/${path}`,
      line,
      column: null,
    }));
    const state = parsed === undefined ? 'absent' : 'valid';
    const counts = { findings: findings.length, analysed: null, expected: null, verdict: null };
    return { facts: { state, ...counts }, findings };
  },
  check: {
    catalog: { exitCodes: { diagnostic: [1] }, report: 'always' },
    spec: ({ plan }) => ({
      args: ['check', starts, ...plan.args, ...plan.scope],
      env: {},
      reports: {},
    }),
  },
  ...changes,
});

export interface Place {
  readonly repository: string;
  readonly cache: string;
  readonly starts: string;
  readonly write: (path: string, text: string) => Promise<void>;
  /** How often the tool was started to check, and to tell its version. */
  readonly counts: () => Promise<{ readonly check: number; readonly version: number }>;
  readonly run: (options?: RunOptions) => Promise<EngineRun>;
}

interface RunOptions {
  readonly plan?: Partial<EnginePlan>;
  readonly engine?: Partial<Engine>;
  readonly deps?: Partial<EngineRunner>;
  readonly input?: Partial<RunEnginesInput>;
}

/** A repository with the tool installed, one good and one bad file. */
export async function aPlace(cache?: string): Promise<Place> {
  const repository = await tempFolder();
  const outside = await tempFolder();
  const starts = join(cache ?? outside, 'starts');
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  };
  await write('node_modules/find-bad/find-bad.mjs', await readFile(program, 'utf8'));
  await write('node_modules/find-bad/package.json', '{"name":"find-bad","version":"1.0.0"}');
  await write('node_modules/.package-lock.json', '{}');
  await write('src/good.txt', 'fine\n');
  await write('src/bad.txt', 'fine\nBAD\n');
  const place = { repository, cache: cache ?? outside, starts };
  return {
    ...place,
    write,
    counts: () => countStarts(starts),
    run: (options = {}) => runOnce(place, options),
  };
}

async function countStarts(starts: string) {
  await appendFile(starts, '');
  const lines = (await readFile(starts, 'utf8')).split('\n');
  const count = (name: string) => lines.filter((line) => line === name).length;
  return { check: count('check'), version: count('version') };
}

async function runOnce(
  { repository, cache, starts }: Pick<Place, 'repository' | 'cache' | 'starts'>,
  { plan: changes, engine: other, deps, input }: RunOptions,
): Promise<EngineRun> {
  const plan = aPlan({ engine: 'find-bad', ...changes });
  const { mode } = plan;
  const [run] = await runEngines(
    { ...realDeps(cache), ...deps },
    {
      repository,
      schedule: {
        entries: [{ engine: 'find-bad', mode, how: 'run', requested: true, plan }],
        problems: [],
      },
      engines: new Map([['find-bad', findBad(starts, other)]]),
      programOf: () => [process.execPath, join(repository, 'node_modules/find-bad/find-bad.mjs')],
      timeoutOf: () => 20_000,
      parallel: 2,
      ...input,
    },
  );
  if (run === undefined) throw new Error('nothing was run');
  return run;
}

function realDeps(cache: string): EngineRunner {
  const output = { write: () => true };
  return {
    processes: createProcesses({ clock: systemClock, parentEnv: env }),
    scratch: createScratch(),
    clock: systemClock,
    hash: systemHash,
    log: createTextLog({ clock: systemClock, output }, { level: 'warn' }),
    folders,
    installed: createInstalled({ env }),
    cache: {
      store: createEngineCache({ folder: join(cache, 'engines'), clock: systemClock }),
      contents: createContents(),
    },
  };
}
