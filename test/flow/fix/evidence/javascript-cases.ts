import { join } from 'node:path';
import type { RunReport } from '#model/run-report.ts';
import { type GitRepository, gitRepository } from '../../../support/git-repository.ts';
import { linkModules } from '../shop.ts';

const writer = join(import.meta.dirname, '../../../fixtures/programs/write-files.mjs');

/** How tests and sources are written for a runner. */
export interface Dialect {
  readonly runner: 'jest' | 'vitest';
  /** Files of the project beside sources and tests. */
  readonly files: Readonly<Record<string, string>>;
  /** What each test begins with; `NAME` stands for the name of the case. */
  readonly head: string;
  /** What gives a function its place among what a module exports. */
  readonly exports: string;
  readonly mock: string;
  readonly failing: string;
  /** Where all modules find what tests demand with. */
  readonly expectOfAll: string;
}

export const vitestDialect: Dialect = {
  runner: 'vitest',
  files: {
    'package.json': '{"type": "module", "scripts": {"test": "vitest run"}}\n',
    'vitest.config.js': 'export default {};\n',
  },
  head: "import assert from 'node:assert';\nimport { expect, it, vi } from 'vitest';\nimport { total } from './NAME.js';\n",
  exports: 'export const total =',
  mock: "vi.mock('./NAME.js', () => ({ total: () => SEVEN }));\n",
  failing: 'fails',
  expectOfAll: "globalThis[Symbol.for('expect-global')]",
};

export const jestDialect: Dialect = {
  runner: 'jest',
  files: { 'package.json': '{"scripts": {"test": "jest"}, "jest": {}}\n' },
  head: "const assert = require('node:assert');\nconst { total } = require('./NAME.js');\n",
  exports: 'exports.total =',
  mock: "jest.mock('./NAME.js', () => ({ total: () => SEVEN }));\n",
  failing: 'failing',
  expectOfAll: 'globalThis.expect',
};

export interface JavascriptCase {
  readonly source: string;
  readonly test: string;
  /** `src/NAME.js`, `src/NAME.test.js` and files beside them. */
  readonly make: Readonly<Record<string, string>>;
  /** What it must be refused for, as a pattern; absent: it must be taken. */
  readonly code?: string;
  /** What its tests were found to be, where it is taken. */
  readonly verdict?: string;
}

export const sourceOf = 'src/NAME.js';
export const testOf = 'src/NAME.test.js';

/** A repository in which each case is a task of its own, repaired by an agent that does what the case says. */
export async function plantJavascript(
  { files, runner }: Dialect,
  cases: Readonly<Record<string, JavascriptCase>>,
): Promise<GitRepository> {
  const named = (name: string, text: string): string => {
    const number = 1000 + Object.keys(cases).indexOf(name);
    return text.replaceAll('NAME', name).replaceAll('SEVEN', `${number}`);
  };
  const placed = (name: string, all: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(all).map(([path, text]) => [named(name, path), named(name, text)]),
    );
  const work = Object.entries(cases).map(([name, { make }]) => [
    named(name, testOf),
    placed(name, make),
  ]);
  const agent = [process.execPath, writer, JSON.stringify(Object.fromEntries(work))];
  const planted = Object.entries(cases).map(([name, { source, test }]) =>
    placed(name, { [sourceOf]: source, [testOf]: test }),
  );
  const repository = await gitRepository({
    ...files,
    '.gitignore': 'node_modules\n',
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
    }),
    ...Object.assign({}, ...planted),
  });
  await linkModules(repository.root, [runner]);
  return repository;
}

/** What became of each case: the codes of its refusal, or what its tests were found to be. */
export function endsOfCases({ tasks }: RunReport): Readonly<Record<string, string>> {
  return Object.fromEntries(
    tasks.map(({ files: [file = ''], attempts: [attempt] }) => {
      const { verdict } = attempt ?? {};
      const codes = verdict?.kind === 'rejected' ? verdict.reasons.map(({ code }) => code) : [];
      const end = codes.length > 0 ? codes.join(' ') : (attempt?.evidence?.verdict ?? 'nothing');
      return [file.replaceAll(/^src\/|\.test\.js$/g, ''), end];
    }),
  );
}
