import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { advice } from '#report/github/advice.ts';
import { questions } from '#report/workspaces/questions.ts';
import { commands } from '../../../lib/cli/commands.ts';
import { EXIT } from '../../../lib/cli/exit-codes.ts';
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

describe('the page for operators', () => {
  const codes = rowsOf(sectionOf('What the codes mean')).flatMap(([names = '', , todo = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, code = '']) => ({ code, todo })),
  );

  it('says of every code that a decision can have what it means, once', () => {
    const named = codes.map(({ code }) => code);
    expect(named.toSorted()).toEqual(Object.keys(questions).toSorted());
  });

  it('asks for a person in bold where nothing goes on without one', () => {
    const asking = codes.filter(({ todo }) => todo.includes('**')).map(({ code }) => code);
    const advised = codes.filter(({ code }) => hasAdvice(code)).map(({ code }) => code);
    expect(asking.filter((code) => code !== 'CONFIG_BROKEN')).toEqual(
      advised.filter((code) => code !== 'CONFIG_BROKEN'),
    );
    expect(asking).toContain('CONFIG_BROKEN');
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
    expect(readOtherSettings(texts.map(([, text = '']) => text))).toBeTypeOf('function');
  });
});

/** What is advised for this code, and not for whatever code there may be. */
function hasAdvice(code: string): boolean {
  return adviceFor(code) !== adviceFor('UNHEARD_OF');
}

function adviceFor(code: string): string | undefined {
  const lastDecision = { action: 'WAIT', code, reason: 'x', needsHuman: true, at: 0 } as const;
  return advice({ lastDecision, question: undefined });
}
