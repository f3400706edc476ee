import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from '../../lib/cli/commands.ts';
import { idleContext } from '../support/idle-context.ts';

describe('commands', () => {
  it('has every file of its folder', () => {
    const files = readdirSync('lib/cli/commands').map((file) => parse(file).name);
    expect(Object.keys(commands).toSorted()).toEqual(files.toSorted());
  });

  it.each(Object.entries(commands))('%s registers under this name', async (name, load) => {
    const program = new Command();
    (await load()).register(program, idleContext);
    expect(program.commands.map((command) => command.name())).toEqual([name]);
  });
});
