import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { declarationsOf } from '../../bench/house/tree.ts';
import { parseSource } from './syntax.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');

/** Rows of the walk: a function and the file that exports it. */
function stepsOf(text: string): readonly (readonly [name: string, path: string])[] {
  const rows = text.matchAll(/\| `(\w+)` +\| `((?:lib|lambdas|containers)\/\S+\.ts)` +\|$/gm);
  return [...rows].map(([, name = '', path = '']) => [name, path] as const);
}

it('leads along functions that are there', () => {
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.filter(([name, path]) => !exports(path, name))).toEqual([]);
});

it('finds a step that is no longer there', () => {
  const rows = '| a | `sizes` | `lib/gone.ts` |\n| b | `gone` | `lib/ratchet/decide-next.ts` |\n';
  expect(stepsOf(rows).map(([name, path]) => exports(path, name))).toEqual([false, false]);
});

it('answers each question by one folder', () => {
  const rows = [...page.matchAll(/^\| ([A-Z][^|]*\?) +\| `([^`]+)` +\|$/gm)];
  expect(rows.map(([, question]) => question)).toEqual([
    'How is a head decided about?',
    'How does an attempt get its verdict?',
    'What does a worker say to the broker?',
    'Where is the text of this comment?',
    'Where do I add an alarm?',
  ]);
  const folders = rows.map(([, , folder = '']) => folder);
  expect(folders.filter((folder) => !statSync(folder).isDirectory())).toEqual([]);
});

it('names commands and folders that are there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const run = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(run.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const tests = [...page.matchAll(/vitest run ((?:test\/[a-z][\w/.-]* ?)+)/g)];
  const named = tests.flatMap(([, paths = '']) => paths.trim().split(' '));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

function exports(path: string, name: string): boolean {
  if (!existsSync(path)) return false;
  const declared = declarationsOf(parseSource(readFileSync(path, 'utf8')));
  return declared.some((one) => one.name === name && one.exported && one.kind === 'function');
}
