import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Engine } from '#engines/contract.ts';
import type { Rejection } from '#repair/rules/verdict/rejection.ts';
import { judgeProbe } from '#repair/rules/evidence/judge-probe.ts';
import { type ProbeAnswer, probeAnswer } from '#repair/rules/evidence/probe-answer.ts';
import {
  drawCanaries,
  probeLimits,
  type ProbeRequest,
} from '#repair/rules/evidence/probe-request.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { planOf } from './recorded.ts';

export interface ProbedRun {
  readonly engine: Engine;
  /** Where the project lies. */
  readonly folder: string;
  readonly program: readonly [string, ...string[]];
  readonly version: string;
  readonly asked: Pick<ProbeRequest, 'named' | 'others'>;
}

export interface Probed {
  readonly answer: ProbeAnswer;
  readonly untrusted: readonly Rejection[];
  /** How many canaries there are. */
  readonly canaries: number;
}

/** Runs a runner of tests with its probe, as a repair does, and reads what both tell. */
export async function runProbed({
  engine,
  folder,
  program: [file, ...before],
  version,
  asked,
}: ProbedRun): Promise<Probed> {
  const { probe } = engine;
  if (probe === undefined) throw new Error(`${engine.id} has no probe`);
  const scratch = await tempFolder();
  const nonce = 'tdrawn1';
  const place = join(scratch, nonce);
  for (const [name, path] of Object.entries(probe.files)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await copyFile(path, join(place, name));
  }
  const canaries = drawCanaries(nonce, probe.canaries);
  const answer = join(scratch, 'answer.json');
  const request: ProbeRequest = {
    ...probeLimits,
    ...asked,
    nonce,
    answer,
    everything: false,
    canaries,
    // A slow machine tries as many as a fast one.
    limitMs: 600_000,
  };
  await writeFile(join(place, 'request.json'), JSON.stringify(request));
  const plan = planOf({ engine: engine.id });
  const spec = probe.spec(engine.check.spec({ plan, scratch, version }), place, plan);
  const ended = await end([file, ...before, ...spec.args], folder, spec.env);
  const reports = await Promise.all(
    Object.entries(spec.reports).map(
      async ([name, path]) => [name, await readFile(path, 'utf8')] as const,
    ),
  );
  const told = probeAnswer.parse(JSON.parse(await readFile(answer, 'utf8')));
  const report = engine.parse({ ...ended, reports: new Map(reports), cwd: folder, version });
  const untrusted = judgeProbe(canaries, told, {
    failed: new Set(report.findings.flatMap(({ testId }) => testId ?? [])),
    collected: new Set((report.tests ?? []).map(({ id }) => id)),
    endedAsFailed: ended.exit !== 0,
  });
  return { answer: told, untrusted, canaries: canaries.length };
}

interface Ended {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

function end(
  [file = '', ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((resolve) => {
    const all = { PATH: process.env['PATH'] ?? '', ...env };
    const child = execFile(file, args, { cwd, env: all }, (_, stdout, stderr) => {
      resolve({ exit: child.exitCode ?? 1, stdout, stderr });
    });
  });
}

/** A function, a class, and three tests of them: one that looks at each value, one that does nothing, one that fails. */
export function probedProject(module: 'commonjs' | 'esm'): Readonly<Record<string, string>> {
  const isEsm = module === 'esm';
  const imports = isEsm
    ? "import { expect, it, describe } from 'vitest';\nimport { Cart, total } from './total.js';\n"
    : "const { Cart, total } = require('./total.js');\n\n";
  const exported = isEsm ? 'export { Cart, total };\n' : 'module.exports = { Cart, total };\n';
  return {
    'package.json': isEsm ? '{ "type": "module" }\n' : '{ "jest": {} }\n',
    ...(isEsm && { 'vitest.config.js': 'export default {};\n' }),
    'total.js': `const total = (items) => items.reduce((sum, one) => sum + one, 0);
class Cart {
  constructor() {
    this.items = [];
  }
  add(one) {
    this.items.push(one);
  }
  sum() {
    return total(this.items);
  }
}
${exported}`,
    'total.test.js': `${imports}
describe('a cart', () => {
  it('adds up', () => {
    const cart = new Cart();
    cart.add(3);
    if (cart.items.length > 1) {
      expect(cart.sum()).toBe(0);
    }
    expect(cart.sum()).toBe(3);
  });
});

it('looks at nothing', () => {
  total([1, 2]);
});

it('fails', () => {
  expect(total([1])).toBe(2);
});
`,
  };
}

/** A line with a brace alone: whether it counts as executed depends on what rewrote the file. */
const closing = 10;

/** What was found out about that project, in short. */
export function inShort({ answer, canaries }: Probed) {
  const { watched, functions, mutants, outcomes } = answer;
  const planted = Object.values(answer.canaries).flat();
  const killed = mutants.flatMap(({ function: name, kind, ends }) =>
    Object.entries(ends ?? {}).map(([id, { outcome }]) =>
      [`${name} ${kind}`, id, outcome].join(': '),
    ),
  );
  return {
    canaries: planted.length === canaries,
    outcomes: Object.entries(outcomes).filter(([id]) => !planted.includes(id)),
    watched: watched.map(({ place, first, last, calls, lines }) => ({
      place,
      lines: [first, last, (lines['total.test.js'] ?? []).filter((line) => line !== closing)],
      calls: calls.toSorted(),
    })),
    functions: functions
      .filter(({ direct }) => direct)
      .map(({ id }) => id)
      .toSorted(),
    killed: killed.filter((one) => !one.includes('fails')).toSorted(),
  };
}

export const foundInShort = {
  canaries: true,
  outcomes: [
    ['total.test.js > a cart > adds up', 'passed'],
    ['total.test.js > looks at nothing', 'passed'],
    ['total.test.js > fails', 'failed'],
  ],
  watched: [
    {
      place: 'a cart > adds up',
      lines: [5, 12, [5, 6, 7, 8, 11, 12]],
      calls: ['total.js::Cart.add', 'total.js::Cart.sum'],
    },
    { place: 'looks at nothing', lines: [15, 17, [15, 16, 17]], calls: ['total.js::total'] },
    { place: 'fails', lines: [19, 21, [19, 20, 21]], calls: ['total.js::total'] },
  ],
  functions: ['total.js::Cart.add', 'total.js::Cart.sum', 'total.js::total'],
  killed: [
    ...['empty: failed', 'high: passed', 'low: passed', 'raises: failed'].map(
      (one) => `Cart.add ${one}`,
    ),
    ...['empty: failed', 'high: failed', 'low: failed', 'raises: failed'].map(
      (one) => `Cart.sum ${one}`,
    ),
  ]
    .map((one) => `total.js::${one.replace(': ', ': total.test.js > a cart > adds up: ')}`)
    .concat(
      ['empty: passed', 'high: passed', 'low: passed', 'raises: failed'].map(
        (one) => `total.js::total ${one.replace(': ', ': total.test.js > looks at nothing: ')}`,
      ),
    ),
};
