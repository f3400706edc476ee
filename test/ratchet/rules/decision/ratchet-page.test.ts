import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#ratchet/rules/ingest/person-command.ts';
import { action as anAction } from '#model/decision.ts';
import { listConditions, decisionTable } from '#ratchet/rules/decision/table/decision-table.ts';

const page = readFileSync('docs/ratchet.md', 'utf8');

/** The cells of the rows of the tables below a heading. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, rest = ''] = page.split(`## ${heading}\n`);
  const [section = ''] = rest.split(/\n##? /);
  return section
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

describe('the page of the ratchet', () => {
  it('names every code that a decision can have', () => {
    const missing = listConditions(decisionTable)
      .map(({ code }) => code)
      .filter((code) => !page.includes(`\`${code}\``));
    expect(missing).toEqual([]);
  });

  it('has the fourteen guards in their order, each with an action that there is', () => {
    const guards = rowsBelow('The decision').filter(([number = '']) => /^\d+$/.test(number));
    expect(guards.map(([number]) => Number(number))).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
    // The sixth stops workers and decides nothing.
    const named = guards.flatMap(([, , action = '']) => action.match(/\w+/g) ?? []);
    expect(named).toHaveLength(13);
    expect(named.filter((action) => !anAction.safeParse(action).success)).toEqual([]);
  });

  it('tells of every command, as it is read', () => {
    const told = rowsBelow('Commands').flatMap(
      ([cell = '']) => /^`\/ratchet (.*)`$/.exec(cell)?.[1] ?? [],
    );
    const read = told.map((words) => readCommand(words.replace(/[[\]]/g, '')).kind);
    const all = ['on', 'off', 'stop', 'retry', 'vouch', 'why', 'hold', 'release', 'answer'];
    expect(read).toEqual(all);
  });
});
