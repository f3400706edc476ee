import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha } from '#model/ids.ts';
import type { Engine } from '#engines/contract.ts';
import type { Base } from '#check/read-base.ts';
import { collectSnapshot } from '#repair/session/collect-snapshot.ts';
import { validateAttempt } from '#repair/validate-attempt.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { aTask } from '../../support/samples.ts';
import { bad, sessionGround } from './ground.ts';
import { entryOf, lineEngine } from './line-engine.ts';

const finder = lineEngine({ id: 'gaps', word: 'BAD' });

/** An engine that takes each line with GAP for one that no test reaches. */
const gaps: Engine = {
  ...finder,
  parse: (output) => {
    const uncovered = output.stdout
      .split('\n')
      .flatMap((line) => (line.includes('GAP') ? [Number(line.split(':')[1])] : []));
    const path = join(output.cwd, 'src/a.txt');
    const [covered, total] = [10 - uncovered.length, 10];
    return { ...finder.parse(output), coverage: [{ path, covered, total, uncovered }] };
  },
};

/** A base of which the work tree says that no line changed since. */
async function grounded(engine: Engine) {
  const ground = await sessionGround({ files: { 'src/a.txt': 'old GAP\n' } });
  let asked = 0;
  const trees: typeof ground.deps.trees = {
    ...ground.deps.trees,
    changedLines: (before, after) => {
      asked += 1;
      return ground.deps.trees.changedLines(before, after);
    },
  };
  const head = await ground.deps.history.base(ground.root);
  const base: Base = {
    commit: head.kind === 'commit' ? head.commit : null,
    ref: null,
    because: null,
    changes: { renames: new Map(), deleted: new Set(), changed: new Set() },
    isChangedLine: () => false,
    readFile: async () => undefined,
  };
  const session = {
    runId: ground.runId,
    base,
    linked: [],
    wanted: () => true,
    check: {
      repository: ground.root,
      schedule: { entries: [entryOf(engine)], problems: [] },
      engines: new Map([[engine.id, engine]]),
      programOf: () => ['env'] as const,
      timeoutOf: () => 20_000,
      parallel: 1,
      facts: someFacts({}),
      ref: undefined,
      baseline: { source: 'none' as const, path: '.ratchetr/baseline' },
    },
  };
  const look = (tree: typeof ground.start) =>
    collectSnapshot({ ...ground.deps, trees }, session, {
      stage: 'start',
      tree,
      before: undefined,
    });
  return { ...ground, deps: { ...ground.deps, trees }, session, look, asked: () => asked };
}

it('gaps are those of the tree at hand, in a snapshot and in an attempt', async () => {
  const { deps, session, start, look, asked } = await grounded(gaps);
  const snapshot = await look(start);
  expect(snapshot.runs[0]?.known).toEqual([]);
  const folder = await plantFiles({ 'src/a.txt': 'new\nnew GAP\nold GAP\n' });
  const tree = sha.parse(await deps.trees.capture(folder));
  const lines = (await look(tree)).runs[0]?.known.map(({ finding }) => finding.line);
  expect(lines).toEqual([2]);
  const { newFindings } = await validateAttempt(deps, session, {
    task: { ...aTask({ tool: 'gaps' }), validation: noCommands },
    folder,
    tree,
    touched: ['src/a.txt'],
    renames: new Map(),
    snapshot,
    before: start,
  });
  expect(newFindings).toBe(1);
  expect(asked()).toBe(3);
});

const noCommands = { commands: [], successCriteria: { requireExitCode0: false } };

it('nobody asks for lines where no engine knows of coverage', async () => {
  const { look, start, asked } = await grounded(bad);
  expect((await look(start)).runs).toHaveLength(1);
  expect(asked()).toBe(0);
});
