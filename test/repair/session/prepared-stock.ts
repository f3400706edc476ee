import { createCopies } from '#platform/git/copies.ts';
import { openTrees } from '#platform/git/trees.ts';
import type { Sha } from '#model/ids.ts';
import type { StockRun } from '#repair/rules/session/stock.ts';
import { collectFindings } from '#check/collect-findings.ts';
import { readBase } from '#check/read-base.ts';
import { takeStock } from '#repair/session/take-stock.ts';
import { checkInput, createCheckDeps } from '../../../lib/cli/check/deps.ts';
import { prepareCheck } from '../../../lib/cli/check/prepare.ts';
import { linkedPlaces } from '../../../lib/cli/fix/places.ts';
import { gitFolderOf } from '../../../lib/cli/fix/room.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** What is found in a repository and in copies of it, prepared as the command line does it. */
export async function preparedStock(root: string) {
  const context = {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '' },
    stdout: { write: () => undefined },
    stderr: { write: () => undefined },
    signal: new AbortController().signal,
    exitWith: () => undefined,
  };
  const prepared = await prepareCheck(context, [], { options: { set: [] }, overrides: [] });
  if (prepared === undefined) throw new Error('The configuration is not understood');
  const deps = { ...createCheckDeps(context, prepared), cache: undefined };
  const check = await checkInput(context, prepared);
  const own = { gitDir: gitFolderOf(root), repository: root };
  const trees = await openTrees({ ...deps, ...own });
  const place = { ...own, room: await tempFolder() };
  const session = { runId: deps.ids.runId(), check, wanted: () => true };
  const base = await readBase(deps, root, check.ref);
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
      const linked = await linkedPlaces({ trees }, prepared.facts, tree);
      const stock = await takeStock(
        { ...deps, trees, copies: createCopies({ ...deps, ...place }) },
        { ...session, base, linked },
        { stage: 'start', tree, before: undefined },
      );
      return stock.runs.map((run) =>
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
  { scheduled, outcome, tests }: Pick<StockRun, 'scheduled' | 'outcome' | 'tests'>,
  findings: readonly StockRun['known'][number]['finding'][],
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
