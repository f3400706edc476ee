import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRepository } from '#platform/files/repository.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { type EngineExecution, executeEngines } from '#check/execute-engine.ts';
import type { Engine } from '#engines/contract.ts';
import { planOf } from '../../engines/recorded.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { linkTool, type ToolToTry } from './install-tool.ts';

export interface TriedTool {
  /** What the tool said of the project as it is good. */
  readonly clean: EngineExecution;
  /** And with what is planted in it. */
  readonly planted: EngineExecution;
}

/** Runs one version of a tool as the engine starts it, on a small project. */
export async function tryTool(
  engine: Engine,
  tools: readonly ToolToTry[],
  tool: ToolToTry,
): Promise<TriedTool> {
  const folder = await tempFolder();
  const program = await linkTool(tools, tool, folder);
  await writeFiles(folder, tool.project.clean(tool.version));
  // Once it is asked for its version, as where nothing else tells it.
  const clean = await runIn(folder, engine, { program, version: null });
  await writeFiles(folder, tool.project.planted);
  const planted = await runIn(folder, engine, { program, version: tool.version });
  return { clean, planted };
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function runIn(
  folder: string,
  engine: Engine,
  start: { readonly program: readonly [string, ...string[]]; readonly version: string | null },
): Promise<EngineExecution> {
  const env = { PATH: process.env['PATH'] ?? '' };
  const { facts } = await createRepository({ env }).read(folder);
  const place = { root: '.', config: null };
  const plan = planOf({ engine: engine.id, native: engine.native?.(facts, place) ?? {} });
  const ready = {
    engine,
    plan,
    repository: folder,
    cwd: folder,
    python: undefined,
    variables: {},
    timeoutMs: 240_000,
    signal: undefined,
  };
  const [tried] = await executeEngines(
    {
      processes: createProcesses({ clock: systemClock, parentEnv: env }),
      scratch: createScratch(),
      clock: systemClock,
      hash: systemHash,
      log: recordingLog(),
    },
    [{ ready: { ...ready, program: start.program }, version: start.version }],
  );
  return tried;
}
