import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { register as doctor } from '../../../lib/cli/commands/doctor.ts';
import { register as rotate } from '../../../lib/cli/commands/rotate-webhook-secret.ts';
import { register as setup } from '../../../lib/cli/commands/setup.ts';
import { readContext } from '../../../lib/infra/read-context.ts';
import { idleContext } from '../../support/idle-context.ts';

const page = readFileSync('docs/deploying.md', 'utf8');

function namesIn(heading: string): readonly string[] {
  const [, rest = ''] = page.split(`## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name);
}

/** The stack lists what it knows where it is given what it does not know. */
function knownOptions(): readonly string[] {
  try {
    readContext({ unheardOf: 'x' });
    return [];
  } catch (error) {
    return /Known are ([^.]+)\./.exec(String(error))?.[1]?.split(', ') ?? [];
  }
}

describe('the page on deploying', () => {
  it('explains every option of the stack, and no other', () => {
    expect(namesIn('Deploy').toSorted()).toEqual(knownOptions().toSorted());
  });

  it('names every option of the commands for a stack', () => {
    const program = new Command();
    for (const register of [doctor, setup, rotate]) register(program, idleContext);
    const flags = program.commands.flatMap(({ options }) => options.map(({ long }) => long ?? ''));
    expect(flags.filter((flag) => !page.includes(flag))).toEqual([]);
  });
});
