import { judgeEngineRun } from './rules/outcome/judge-run.ts';
import { probesThatHold } from './rules/outcome/probes.ts';
import type { TriedEngine } from '#report/human/tried-engine.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import { isolateTool } from './isolate-tool.ts';
import { runEngines, type RunEnginesInput } from './run-engines.ts';
import { buildToolEnvironment, inheritedNamesFor } from './run-tool.ts';

/** Runs what is scheduled, without what is known from before, and says what was understood of each run. */
export async function tryEngines(
  runner: EngineRunner,
  input: RunEnginesInput,
): Promise<readonly TriedEngine[]> {
  const runs = await runEngines({ ...runner, cache: undefined }, input);
  return runs.flatMap(({ scheduled, outcome, facts, findings, numbers }) => {
    const { plan } = scheduled;
    const engine = input.engines.get(scheduled.engine);
    if (engine === undefined) return [];
    const { title, versions, check } = engine;
    const tool = { title, versions, version: outcome.toolVersion };
    const { why } = judgeEngineRun({ plan, facts, catalog: check.catalog, tool });
    const variables = input.variablesOf?.(plan.root, input.repository) ?? {};
    const start = {
      argv: input.programOf(engine, plan.root),
      env: buildToolEnvironment(engine, variables, plan.env),
    };
    const python = input.pythonOf?.(plan.root, scheduled.engine);
    const { machine } = input;
    const { env: set } = isolateTool(start, { engine, plan, python, machine, home: '(empty)' });
    return [
      {
        title,
        versions,
        outcome,
        facts,
        why,
        probes: probesThatHold(check.catalog, facts).map(({ id }) => id),
        inherited: inheritedNamesFor(engine, plan).filter((name) => !Object.hasOwn(set, name)),
        set,
        findings,
        numbers,
      },
    ];
  });
}
