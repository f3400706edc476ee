import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { EngineSettings } from '#check/rules/scope/settings.ts';
import type { Engine } from '#engines/contract.ts';
import { configureEngines, type EngineList } from '#engines/declared.ts';
import { engines } from '#engines/registry.ts';
import { type EngineRun, runEngines } from '#check/run-engines.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { planOf } from './recorded.ts';

type Declared = Readonly<Record<string, EngineSettings>>;

/** The engines that a configuration makes of those that are built in. */
export function declare(settings: Declared, asked: readonly string[] = []): EngineList {
  return configureEngines(engines, {
    ids: Object.keys(settings),
    settingsOf: (id) => (Object.hasOwn(settings, id) ? (settings[id] ?? {}) : {}),
    asked,
  });
}

/** One engine of it. */
export function declared(settings: Declared, id: string): Engine {
  const { engines: list, problems } = declare(settings);
  const engine = list.find((one) => one.id === id);
  if (engine === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  return engine;
}

interface Repository {
  readonly files?: Readonly<Record<string, string>>;
  /** Names and what they stand for. */
  readonly links?: Readonly<Record<string, string>>;
  readonly plan?: Partial<EnginePlan>;
}

/** Runs one that the configuration declares, for real, in a repository of these files. */
export async function runDeclared(
  settings: EngineSettings,
  { files = {}, links = {}, plan: given = {} }: Repository = {},
): Promise<EngineRun> {
  const repository = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text, { mode: 0o755 });
  }
  for (const [name, path] of Object.entries(links)) await symlink(path, join(repository, name));
  const engine = declared({ own: settings }, 'own');
  const { options = {} } = settings;
  const plan = planOf({ engine: 'own', options, ...given });
  const [run] = await runEngines(deps(), {
    repository,
    schedule: {
      entries: [{ engine: 'own', mode: 'target', how: 'run', requested: true, plan }],
      problems: [],
    },
    engines: new Map([['own', engine]]),
    programOf: ({ program }) => [program.kind === 'binary' ? program.name : 'no binary'],
    timeoutOf: () => 20_000,
    parallel: 1,
  });
  if (run === undefined) throw new Error('nothing was run');
  return run;
}

function deps() {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
  return {
    processes: createProcesses({ clock: systemClock, parentEnv: env }),
    scratch: createScratch(),
    clock: systemClock,
    hash: systemHash,
    log: createTextLog({ clock: systemClock, output: { write: () => true } }, { level: 'warn' }),
  };
}

/** category, then completeness and reason where there is something to say, then the number of findings. */
export function told({ outcome }: EngineRun): string {
  const { category, completeness, error, findings } = outcome;
  const { kind } = completeness;
  return [category, kind === 'complete' ? [] : kind, error?.reason ?? [], findings]
    .flat()
    .join(', ');
}
