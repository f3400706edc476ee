import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ran, readCoverage } from '../../../bench/house/coverage.ts';
import { legsOf, pickProcesses } from '../../../bench/house/red-check.ts';
import { declarationsOf, readTree } from '../../../bench/house/tree.ts';
import { countRoomChanges, walk } from '../../../bench/house/walk.ts';
import { type PlantedTree, plantTree } from '../../architecture/planted-tree.ts';

const planted: PlantedTree[] = [];

afterEach(() => {
  for (const tree of planted.splice(0)) tree.remove();
});

function plant(files: Readonly<Record<string, string>>): string {
  const tree = plantTree(files, []);
  planted.push(tree);
  return tree.root;
}

const files = {
  'lib/ratchet/start.ts': `
    import { judge } from './rules/judge.ts';
    import { tell, type Words } from '#report/tell.ts';
    import { put } from '#store/put.ts';
    import { never } from './never.ts';
    export function start(needs: { tell: Words }, quiet: boolean): number {
      if (quiet) return never();
      needs.tell.never();
      put();
      const value = judge(1);
      return finish(value);
    }
    const handlers = { tell };
    function finish(value: number): number { return handlers.tell(value); }
  `,
  'lib/ratchet/never.ts': 'export function never(): number { return 0; }\n',
  'lib/ratchet/rules/judge.ts':
    "import { order } from '#base/order.ts';\nexport const judge = (a: number): number => order(a);\n",
  'lib/base/order.ts': 'export function order(a: number): number { return a; }\n',
  'lib/report/tell.ts':
    "export { tell } from './words.ts';\nexport type Words = { never(): void };\n",
  'lib/report/words.ts': 'export function tell(a: number): number { return a; }\n',
  'lib/store/put.ts': 'export function put(): void {}\n',
};

describe('the walk', () => {
  it('opens what ran, where its name stands, and of a rule its door alone', () => {
    const root = plant({
      ...files,
      'run.ts':
        "import { start } from './lib/ratchet/start.ts';\nstart({ tell: { never() {} } }, false);\n",
    });
    const coverage = join(root, 'coverage');
    const env = { ...process.env, NODE_V8_COVERAGE: coverage };
    const ended = spawnSync(process.execPath, ['run.ts'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const [ran, ...others] = readCoverage(coverage, root);
    expect(others).toEqual([]);
    expect([...(ran?.keys() ?? [])].toSorted()).toEqual([
      'lib/base/order.ts',
      'lib/ratchet/rules/judge.ts',
      'lib/ratchet/start.ts',
      'lib/report/words.ts',
      'lib/store/put.ts',
    ]);
    const leg = { path: 'lib/ratchet/start.ts', name: 'start', ran: ran ?? new Map() };
    const opened = walk(readTree(root), [leg]);
    expect(opened).toEqual([
      'lib/ratchet/start.ts',
      'lib/ratchet/rules/judge.ts',
      'lib/report/words.ts',
    ]);
    expect(countRoomChanges(opened)).toBe(1);
  });

  it('says where it cannot begin', () => {
    const tree = readTree(plant(files));
    const from = (path: string, name: string) => () => walk(tree, [{ path, name, ran: new Map() }]);
    expect(from('lib/ratchet/gone.ts', 'start')).toThrow('at start in lib/ratchet/gone.ts, where');
    expect(from('lib/ratchet/start.ts', 'handlers')).toThrow('no such function');
  });
});

it('begins each leg of a red check at a function that is there', () => {
  const product = new Map(readTree('.').map((file) => [file.path, file]));
  const legs = legsOf({ plane: new Map(), worker: new Map() });
  const missing = legs.filter(({ path, name }) => {
    const file = product.get(path);
    return file === undefined || !declarationsOf(file).some((one) => one.name === name);
  });
  expect(missing.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

it('counts every change of room, the way back too', () => {
  const paths = ['lib/a/b.ts', 'lib/a/c/d.ts', 'lib/b/e.ts', 'lib/a/f.ts', 'lambdas/a/g.ts'];
  expect(countRoomChanges(paths)).toBe(3);
});

describe('the processes of a red check', () => {
  const [conflict, ci] = [ranOnly('runSession'), ranOnly('runSession')];
  const plane = ranOnly('decideNext');

  it('are the control plane, and the worker of the decision to repair checks', () => {
    const all = [ranOnly('check'), conflict, ci, plane];
    const found = pickProcesses(all, ['FIX_MERGE_CONFLICT', 'FIX_CI']);
    expect(found.worker).toBe(ci);
    expect(found.plane).toBe(plane);
  });

  it('are refused where workers and decisions do not go together', () => {
    expect(() => pickProcesses([conflict, plane], ['FIX_MERGE_CONFLICT', 'FIX_CI'])).toThrow(
      'The demo decided FIX_MERGE_CONFLICT, FIX_CI, and 1 workers ran a session',
    );
  });
});

function ranOnly(name: string): Ran {
  return new Map([['lib/a.ts', new Set([name])]]);
}
