import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCopies } from '#platform/git/copies.ts';
import { openTrees } from '#platform/git/trees.ts';
import type { Sha } from '#model/ids.ts';
import type { EngineSnapshot } from '#repair/rules/session/findings-snapshot.ts';
import { collectFindings } from '#check/collect-findings.ts';
import { readBase } from '#check/read-base.ts';
import { collectSnapshot } from '#repair/session/collect-snapshot.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import { prepareCheck } from '#check/prepare/prepare-check.ts';
import { listLinkedPaths } from '#check/rules/repository/linked-places.ts';
import { loadConfig } from '#config/load.ts';
import { createSystem } from '#local/system.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { locateState } from '#local/state-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** What is found in a repository and in copies of it, prepared as the command line does it. */
export async function preparedSnapshot(root: string) {
  const env = { PATH: process.env['PATH'] ?? '' };
  const host = openEngineHost({ system: createSystem(), env, output: { write: () => undefined } });
  const text = await readFile(join(root, 'ratchetr.yaml'), 'utf8');
  const settings = loadConfig({ file: { name: 'ratchetr.yaml', text }, env, overrides: [] });
  if (settings.kind === 'invalid') throw new Error(JSON.stringify(settings.problems));
  const outcome = await prepareCheck(host, { repository: root, settings });
  if (outcome.kind === 'refused') throw new Error(outcome.sentence);
  const prepared = outcome.value;
  const deps = { ...buildCheckDeps(host, prepared, async () => new Map()), cache: undefined };
  const check = await buildCheckInput(host, prepared, new AbortController().signal);
  const own = { gitDir: locateState(root).trees, repository: root };
  const trees = await openTrees({ ...deps, ...own });
  const place = { ...own, parent: await tempFolder() };
  const session = { runId: deps.ids.runId(), check, wanted: () => true };
  const base = await readBase(deps, check, check.ref);
  return {
    trees,
    inRepository: async () => {
      const runs = await collectFindings(deps, check, async () => base);
      return runs.map((run) =>
        told(
          run,
          run.identified().map(({ finding }) => finding),
        ),
      );
    },
    inCopyOf: async (tree: Sha) => {
      const linked = listLinkedPaths(prepared.facts, (await trees.list(tree)).paths);
      const snapshot = await collectSnapshot(
        { ...deps, trees, copies: createCopies({ ...deps, ...place }) },
        { ...session, base, linked },
        { stage: 'start', tree, before: undefined },
      );
      return snapshot.runs.map((run) =>
        told(
          run,
          run.known.map(({ finding }) => finding),
        ),
      );
    },
  };
}

/** One engine with all that it said, as lines. */
function told(
  { scheduled, outcome, tests }: Pick<EngineSnapshot, 'scheduled' | 'outcome' | 'tests'>,
  findings: readonly EngineSnapshot['known'][number]['finding'][],
) {
  return {
    engine: scheduled.engine,
    category: outcome.category,
    version: outcome.toolVersion,
    tests,
    findings: findings
      .map(({ filePath, line, symbol, message }) => [filePath, line, symbol, message].join(':'))
      .toSorted(),
  };
}
