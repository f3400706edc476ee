import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { listConditions, decisionTable } from '#ratchet/rules/decision/table/decision-table.ts';
import { commands } from '../../../lib/cli/commands.ts';
import { EXIT } from '#local/exit-codes.ts';
import { readOtherSettings } from '../../../lib/cli/workspaces/other-settings.ts';
import { idleContext } from '../../support/idle-context.ts';

const page = readFileSync('docs/operating.md', 'utf8');

function sectionOf(heading: string): string {
  const [, rest = ''] = page.split(`## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

/** The cells of all rows, without those of heads and rules. */
function rowsOf(section: string): readonly (readonly string[])[] {
  const tables = section.split(/\n\n+/).filter((part) => part.trimStart().startsWith('|'));
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
}

const conditions = listConditions(decisionTable);

describe('the page for operators', () => {
  const codes = rowsOf(sectionOf('What the codes mean')).flatMap(([names = '', , todo = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, code = '']) => ({ code, todo })),
  );

  it('says of every code that a decision can have what it means, once', () => {
    const named = codes.map(({ code }) => code);
    expect(named.toSorted()).toEqual(conditions.map(({ code }) => code).toSorted());
  });

  it('asks for a person in bold where nothing goes on without one', () => {
    const asking = codes.filter(({ todo }) => todo.includes('**')).map(({ code }) => code);
    const needing = conditions.filter(({ needsHuman }) => needsHuman !== undefined);
    expect(asking).toEqual(needing.map(({ code }) => code));
  });

  it('names every command that has the option --home', async () => {
    const program = new Command();
    for (const load of Object.values(commands)) (await load()).register(program, idleContext);
    const homes = program.commands.filter(({ options }) =>
      options.some(({ long }) => long === '--home'),
    );
    const named = rowsOf(sectionOf('Commands')).flatMap(
      ([cell = '']) => /^`ratchetr (\w+)/.exec(cell)?.[1] ?? [],
    );
    expect(named.toSorted()).toEqual(homes.map((command) => command.name()).toSorted());
  });

  it('names exit codes that there are', () => {
    const numbers = rowsOf(sectionOf('Commands')).flatMap(([cell = '']) =>
      /^\d+$/.test(cell) ? [Number(cell)] : [],
    );
    expect(numbers).toEqual([EXIT.ok, EXIT.usage, EXIT.toolFailure]);
  });

  it('shows settings that can be replayed under', () => {
    const texts = [...sectionOf('What would have been').matchAll(/--with (\S+=\S+)/g)];
    expect(texts).toHaveLength(2);
    expect(readOtherSettings(texts.map(([, text = '']) => text))).toMatchObject({ kind: 'ok' });
  });
});
