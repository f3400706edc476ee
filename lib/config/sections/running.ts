import * as z from 'zod';
import { pathInRepositorySchema } from '../repository-paths.ts';
import { argv, duration, listOf, mapOf, wholeNumber } from '../values.ts';

export const checkpoint = z
  .strictObject({
    everyTasks: wholeNumber(1, 1000)
      .default(5)
      .describe('Accepted tasks after which all engines run again.'),
    every: duration().prefault('10m').describe('Time after which all engines run again.'),
  })
  .prefault({})
  .describe('When a session runs all engines again and plans anew.');

export const workers = z
  .strictObject({
    max: wholeNumber(1, 64).default(4).describe('Most tasks in work at once in one session.'),
    maxAgents: wholeNumber(1, 64).default(2).describe('Most agents running at once among them.'),
  })
  .prefault({})
  .describe('How much runs at once.');

export const tools = mapOf(
  {
    pattern: /^[A-Za-z0-9][A-Za-z0-9._+-]*$/,
    meaning: 'a tool name of letters, digits and . _ + -',
  },
  argv(),
)
  .default({})
  .describe('Commands that stand in for a tool, by tool name.');

const setupStep = z.strictObject({
  run: argv().describe('The command, as words; no shell reads it.'),
  cwd: pathInRepositorySchema().default('.').describe('Folder in which it runs.'),
  timeout: duration().prefault('10m').describe('Longest run of the command.'),
});

export const setup = listOf(setupStep, 'a list of commands, such as [{ run: ["npm", "ci"] }]')
  .prefault([])
  .describe('Commands that prepare a fresh copy of the repository, in this order.');
