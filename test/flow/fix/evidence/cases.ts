import { join } from 'node:path';
import { linkEnvironment } from '../../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../../support/git-repository.ts';

const writer = join(import.meta.dirname, '../../../fixtures/programs/write-files.mjs');

/** Stands for the file of the test where a case names files. */
export const testOf = '<test>';

export interface EvidenceCase {
  /** What is tested; `SHOP` in a text stands for the name of its module, `SEVEN` for a number, `NAME` for the name of the case. */
  readonly start: string;
  readonly test: string;
  /** Beside these two, in the folder of the test. */
  readonly besides?: Readonly<Record<string, string>>;
  /** What the agent writes: files of the folder of the test, or of the top where they are called like the module. */
  readonly make: Readonly<Record<string, string | null>>;
  /** What it must be refused for, as a pattern; absent: it must be taken. */
  readonly code?: string;
  /** What its tests were found to be, where it is taken. */
  readonly verdict?: string;
}

export function totals(sum: string): string {
  return `def total(items):\n    return ${sum}\n`;
}

/** A test of that, with this body. */
export function shopTest(body: string): string {
  return `from SHOP import total\n\n\ndef test_total():\n    ${body}\n`;
}

/** A repository in which each case is a task of its own, repaired by an agent that does what the case says. */
export async function plantCases(
  cases: Readonly<Record<string, EvidenceCase>>,
): Promise<GitRepository> {
  const work = Object.entries(cases).map(([name, one]) => [
    `tests/${name}/test_${name}.py`,
    Object.fromEntries(
      Object.entries(one.make).map(([path, text]) => [
        placed(name, path),
        text === null ? null : named(name, text),
      ]),
    ),
  ]);
  const agent = [process.execPath, writer, JSON.stringify(Object.fromEntries(work))];
  const files = Object.entries(cases).flatMap(([name, { start, test, besides = {} }]) => [
    [`shop_${name}.py`, named(name, start)],
    [`tests/${name}/test_${name}.py`, named(name, test)],
    ...Object.entries(besides).map(([path, text]) => [placed(name, path), named(name, text)]),
  ]);
  const repository = await gitRepository({
    'pytest.ini': '[pytest]\npythonpath = .\n',
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
      tasks: { autofix: false },
      workers: { max: 2, maxAgents: 2 },
    }),
    ...Object.fromEntries(files),
  });
  await linkEnvironment(repository.root);
  return repository;
}

function placed(name: string, path: string): string {
  if (path === testOf) return `tests/${name}/test_${name}.py`;
  const own = path.replaceAll('NAME', name);
  return own.startsWith('shop_') ? own : `tests/${name}/${own}`;
}

/** Each has a number of its own: failures that say the same would be one task. */
function named(name: string, text: string): string {
  const number = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 90_000, 7);
  return text
    .replaceAll('SHOP', `shop_${name}`)
    .replaceAll('NAME', name)
    .replaceAll('SEVEN', `${number + 1000}`);
}
