import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches } from '#repair/rules/plan/batches.ts';
import { checkPlan } from '#repair/rules/plan/check-plan.ts';
import type { FileState, RecordedChange } from '#repair/rules/plan/recorded-change.ts';
import { recordedChange } from '#repair/rules/plan/recorded-change.ts';
import { generateUndoPlan } from '#repair/rules/plan/undo-plan.ts';
import { structuredPlan, type StructuredPlan } from '#model/structured-plan.ts';
import { sha } from '../../../support/samples.ts';
import { carryOut, isInTheWay, type Tree } from './memory-tree.ts';

type Mode = NonNullable<FileState>['mode'];
type Wish = readonly [path: string, state: FileState];

const file = (text: string, mode: Mode = '100644'): NonNullable<FileState> => ({
  mode,
  content: Buffer.from(text).toString('base64'),
});

const change = (stepId: number, path: string, ...states: [FileState, FileState]) => ({
  stepId,
  path,
  before: states[0],
  after: states[1],
});

const actions = (plan: StructuredPlan) => plan.steps.map(({ action }) => action);

describe('generateUndoPlan', () => {
  it('takes back what was made, changed and removed, the last first', () => {
    const script = file('echo', '100755');
    const link = file('../target', '120000');
    const changes = [
      change(4, 'made', null, file('x')),
      change(2, 'run.sh', script, file('echo')),
      change(3, 'link', link, null),
    ];
    const plan = generateUndoPlan(changes, 4);
    expect(structuredPlan.parse(plan)).toEqual(plan);
    expect(actions(plan)).toEqual([
      { type: 'create_file', path: 'link', encoding: 'base64', ...link },
      { type: 'modify_file', path: 'run.sh', encoding: 'base64', ...script },
      { type: 'delete_file', path: 'made' },
    ]);
  });

  it('takes a file that was changed twice to its first state, and leaves one that is as before', () => {
    const changes = [
      change(1, 'a', file('1'), file('2')),
      change(1, 'b', null, file('x')),
      change(2, 'a', file('2'), null),
      change(3, 'a', null, file('3')),
      change(3, 'b', file('x'), null),
    ];
    expect(actions(generateUndoPlan(changes, 1))).toMatchObject([
      { type: 'modify_file', path: 'a', content: file('1').content },
    ]);
  });

  it('goes backwards by the last change of each path', () => {
    const changes = [
      change(1, 'a', file('1'), file('2')),
      change(2, 'b', null, file('x')),
      change(3, 'a', file('2'), file('3')),
    ];
    expect(actions(generateUndoPlan(changes, 1))).toMatchObject([{ path: 'a' }, { path: 'b' }]);
  });

  it('leaves what was done before the step', () => {
    const changes = [
      change(7, 'a', file('1'), file('2')),
      change(2, 'a', file('2'), file('3')),
      change(5, 'b', null, file('x')),
    ];
    expect(actions(generateUndoPlan(changes, 2))).toMatchObject([
      { type: 'delete_file', path: 'b' },
      { type: 'modify_file', path: 'a', content: file('2').content },
    ]);
  });

  it('finds the place of a step that changed nothing by the order in which steps started', () => {
    const changes = [change(1, 'a', null, file('x')), change(3, 'b', null, file('x'))];
    expect(actions(generateUndoPlan(changes, 2))).toEqual([]);
    expect(actions(generateUndoPlan(changes, 2, [1, 2, 3]))).toMatchObject([{ path: 'b' }]);
    expect(actions(generateUndoPlan(changes, 3, [1, 3, 2]))).toMatchObject([{ path: 'b' }]);
  });

  it('refuses to overwrite what somebody changed since, where git ids are known', () => {
    const changes = [
      change(1, 'a', file('1'), { ...file('2'), blob: sha('a') }),
      change(1, 'b', null, { ...file('2'), blob: sha('b') }),
    ];
    expect(actions(generateUndoPlan(changes, 1))).toMatchObject([
      { type: 'delete_file', expectedBlob: sha('b') },
      { type: 'modify_file', expectedBlob: sha('a') },
    ]);
  });

  it('removes what took the place of a file or folder before it is put back', () => {
    const changes = [
      change(1, 'd/x', file('x'), null),
      change(1, 'd/y', file('y'), null),
      change(1, 'd', null, file('file')),
      change(2, 'F', file('upper'), null),
      change(2, 'f', null, file('lower')),
    ];
    const { steps } = generateUndoPlan(changes, 1);
    const idOf = (path: string) =>
      steps.find(({ action }) => 'path' in action && action.path === path)?.stepId ?? -1;
    const waits = new Map(steps.map(({ stepId, dependsOn }) => [stepId, dependsOn]));
    expect(waits.get(idOf('d/x'))).toEqual([idOf('d')]);
    expect(waits.get(idOf('d/y'))).toEqual([idOf('d')]);
    expect(waits.get(idOf('F'))).toEqual([idOf('f')]);
    expect(waits.get(idOf('d'))).toEqual([]);
    const back = generateUndoPlan(
      [change(1, 'd', file('file'), null), change(1, 'd/x', null, file('x'))],
      1,
    );
    expect(back.steps.map(({ dependsOn }) => dependsOn)).toEqual([[], [1]]);
  });

  it('gives the identical tree for any changes from any step, and its own undo the changed one', () => {
    fc.assert(
      fc.property(randomWishes, randomWishes, fc.nat(), ([...first], [...wishes], pick) => {
        const tree: Tree = new Map();
        makeChanges(tree, first);
        const states: Tree[] = [];
        const changes = makeChanges(tree, wishes, states);
        fc.pre(changes.length > 0);
        const changed = new Map(tree);
        const at = pick % changes.length;
        const fromStep = changes[at]?.stepId ?? -1;

        const undone = carryOutAsPlan(tree, generateUndoPlan(changes, fromStep));
        expect(tree).toEqual(states[changes.findIndex(({ stepId }) => stepId === fromStep)]);

        const [{ stepId: firstUndone } = { stepId: 1 }] = undone;
        carryOutAsPlan(tree, generateUndoPlan(undone, firstUndone));
        expect(tree).toEqual(changed);
      }),
      { numRuns: 1_500 },
    );
  });
});

const paths = ['a', 'a/b', 'a/b/c', 'a/d', 'A', 'e', 'E/f', 'e/f', 'g'];

const randomState: fc.Arbitrary<FileState> = fc.option(
  fc.record({
    mode: fc.constantFrom<Mode>('100644', '100755', '120000'),
    content: fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  }),
  { freq: 2 },
);

const randomWishes: fc.Arbitrary<readonly Wish[]> = fc.array(
  fc.tuple(fc.constantFrom(...paths), randomState),
  { maxLength: 30 },
);

/** Does what the tree allows, three changes to a step, and notes the tree before each change. */
function makeChanges(tree: Tree, wishes: readonly Wish[], states: Tree[] = []): RecordedChange[] {
  const changes: RecordedChange[] = [];
  for (const [path, after] of wishes) {
    const before = tree.get(path) ?? null;
    if (after === null ? before === null : isInTheWay(tree, path)) continue;
    states.push(new Map(tree));
    if (after === null) tree.delete(path);
    else tree.set(path, after);
    const stepId = Math.floor(changes.length / 3);
    changes.push(recordedChange.parse({ stepId, path, before, after }));
  }
  return changes;
}

/** In batches, the steps of each in the least likely order, which must make no difference. */
function carryOutAsPlan(tree: Tree, plan: StructuredPlan): readonly RecordedChange[] {
  expect(checkPlan(plan)).toEqual([]);
  return planBatches(plan.steps, 4).flatMap((batch) => carryOut(tree, batch.toReversed()));
}
