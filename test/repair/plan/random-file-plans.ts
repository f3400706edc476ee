import * as fc from 'fast-check';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import type { Tree } from './plan-ground.ts';

type Action = StructuredStep['action'];

const paths = ['a', 'a/b', 'a/b/c', 'a/d', 'e', 'e/f/g', 'e/f/h', 'i.sh', 'j', 'k/l'];
const path = fc.constantFrom(...paths);
const mode = fc.constantFrom('100644', '100755', '120000');
const content = fc.constantFrom('', 'x', 'j', 'two\nlines\n', '../outside', 'a/b');

/** A tree that a folder can hold: no path is a folder of another. */
export const randomTree: fc.Arbitrary<Tree> = fc
  .uniqueArray(fc.tuple(path, mode, content), { selector: ([name]) => name })
  .map((rows) => {
    const kept = rows.filter(
      ([name], index) =>
        !rows
          .slice(0, index)
          .some(([other]) => name.startsWith(`${other}/`) || other.startsWith(`${name}/`)),
    );
    return Object.fromEntries(
      kept.map(([name, kind, text]) => [name, [kind, kind === '120000' ? text || 'j' : text]]),
    );
  });

const written = fc
  .record({ path, mode: fc.option(mode, { nil: undefined }), content, isBase64: fc.boolean() })
  .map(({ path: name, mode: kind, content: text, isBase64 }) => ({
    path: name,
    content: isBase64 ? Buffer.from(text || 'j').toString('base64') : text || 'j',
    encoding: isBase64 ? ('base64' as const) : ('utf8' as const),
    ...(kind !== undefined && { mode: kind }),
  }));

const fileAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: written.map((file) => ({ type: 'create_file', ...file }) as const) },
  { weight: 3, arbitrary: written.map((file) => ({ type: 'modify_file', ...file }) as const) },
  { weight: 3, arbitrary: path.map((name) => ({ type: 'delete_file', path: name }) as const) },
  { weight: 1, arbitrary: path.map((name) => ({ type: 'read_file', path: name }) as const) },
);

const lines = [
  'rm -rf a; mkdir -p a/b; echo c > a/b/c',
  'ln -sfn j a || true',
  'chmod -R u+x .; mkdir -p empty/er',
  'rm -rf e; echo file > e',
  'echo more >> j; exit 3',
  'rm -rf k j; mkdir -p j/deep; echo 1 > j/deep/1; exit 1',
  'echo "*" > .gitignore; echo ignored > z',
];

const command: fc.Arbitrary<Action> = fc
  .record({ line: fc.constantFrom(...lines), idempotent: fc.boolean() })
  .map(({ line, idempotent }) => ({
    type: 'run_command',
    argv: ['sh', '-c', line],
    cwd: '.',
    env: {},
    idempotent,
    successCodes: [0],
  }));

function randomPlan(action: fc.Arbitrary<Action>, maxLength: number): fc.Arbitrary<StructuredPlan> {
  const row = fc.record({
    action,
    picks: fc.array(fc.nat(), { maxLength: 2 }),
    is: fc.option(fc.constantFrom('succeeded', 'failed', 'skipped')),
    rollbackOnFail: fc.boolean(),
    maxRetries: fc.nat({ max: 1 }),
  });
  return fc.array(row, { minLength: 1, maxLength }).map((rows) => ({
    schemaVersion: 1,
    title: 'Any plan',
    steps: rows.map(({ picks, is, ...rest }, stepId): StructuredStep => {
      const dependsOn = stepId === 0 ? [] : [...new Set(picks.map((pick) => pick % stepId))];
      const [asked] = dependsOn;
      const onlyIf = is === null || asked === undefined ? [] : [{ step: asked, is }];
      return { stepId, description: `do ${stepId}`, dependsOn, onlyIf, ...rest };
    }),
  }));
}

export const randomFilePlan = randomPlan(fileAction, 14);

export const randomPlanWithCommands = randomPlan(
  fc.oneof({ weight: 3, arbitrary: fileAction }, { weight: 2, arbitrary: command }),
  7,
);
