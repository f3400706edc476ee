import { join } from 'node:path';
import { createContents } from '#platform/files/contents.ts';
import { createEngineCache } from '#platform/files/engine-cache.ts';
import { createInstalled } from '#platform/files/installed.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createToolState } from '#platform/files/tool-state.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { RunCache } from '#check/needs/engine-host.ts';
import { runEngines } from '#check/run-engines.ts';
import type { Engine } from '#engines/contract.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { aPlan } from '../check/rules/scope/plans.ts';
import { tempFolder } from '../support/temp-folder.ts';

export interface KeptTool {
  readonly engine: string;
  readonly program: readonly [string, ...string[]];
  readonly native?: EnginePlan['native'];
}

export interface KeptRun {
  readonly engine: Engine;
  readonly tool: KeptTool;
  readonly repository: string;
  /** Where it keeps its state. */
  readonly cache: string;
}

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };

/** The same once with what the tool kept, and once without. */
export async function runBothWays(run: KeptRun) {
  let wasWarm = false;
  const state = createToolState({ folder: join(run.cache, 'state'), clock: systemClock });
  const watched: RunCache['toolState'] = {
    take: async (key) => {
      const taken = await state.take(key);
      wasWarm ||= taken?.note !== undefined;
      return taken;
    },
  };
  const kept = await runTool(run, {
    // A result of the whole would hide what the tool says.
    store: createEngineCache({ folder: await tempFolder(), clock: systemClock }),
    contents: createContents(),
    toolState: watched,
  });
  return { kept, fresh: await runTool(run, undefined), wasWarm };
}

async function runTool({ engine, tool, repository }: KeptRun, cache: RunCache | undefined) {
  const plan = aPlan({ engine: engine.id, ...(tool.native && { native: tool.native }) });
  const output = { write: () => true };
  const [run] = await runEngines(
    {
      processes: createProcesses({ clock: systemClock, parentEnv: env }),
      scratch: createScratch(),
      clock: systemClock,
      hash: systemHash,
      log: createTextLog({ clock: systemClock, output }, { level: 'error' }),
      installed: createInstalled({ env }),
      ...(cache && { cache }),
    },
    {
      repository,
      schedule: {
        entries: [{ engine: engine.id, mode: 'target', how: 'run', requested: true, plan }],
        problems: [],
      },
      engines: new Map([[engine.id, engine]]),
      programOf: () => tool.program,
      timeoutOf: () => 60_000,
      parallel: 1,
    },
  );
  if (run === undefined) throw new Error('nothing was run');
  const { category, completeness } = run.outcome;
  const texts = run.findings.map((finding) => JSON.stringify(finding)).toSorted();
  return { category, completeness, findings: texts };
}
