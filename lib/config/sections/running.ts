import * as z from 'zod';
import { relativePath } from '../repository-paths.ts';
import { argv, duration, listOf, mapOf, wholeNumber, dollarAmount } from '../values.ts';

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
    maxEnvironmentMegabytes: wholeNumber(0, 1_000_000)
      .default(10_240)
      .describe('Most room that environments of set-up may take which are kept for later runs.'),
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
  cwd: relativePath().default('.').describe('Folder in which it runs.'),
  timeout: duration().prefault('10m').describe('Longest run of the command.'),
});

export const setup = listOf(setupStep, 'a list of commands, such as [{ run: ["npm", "ci"] }]')
  .prefault([])
  .describe('Commands that prepare a fresh copy of the repository, in this order.');

const estimates = z
  .strictObject({
    create_file: dollarAmount().default(0).describe('One file made.'),
    modify_file: dollarAmount().default(0).describe('One file changed.'),
    delete_file: dollarAmount().default(0).describe('One file removed.'),
    run_command: dollarAmount().default(0).describe('One command.'),
    read_file: dollarAmount().default(0).describe('One file read.'),
    get_user_input: dollarAmount().default(0).describe('One question to a person.'),
    browser_act: dollarAmount().default(0).describe('One round in a browser.'),
    use_tool: dollarAmount().default(0.01).describe('One use of a registered tool.'),
  })
  .prefault({})
  .describe('Dollars set aside for a step of each type that does not say its own estimate.');

export const execution = z
  .strictObject({
    parallel: wholeNumber(1, 100).default(4).describe('Most steps of a plan at the same time.'),
    maxRetries: wholeNumber(0, 100)
      .default(2)
      .describe('How often a failed step is tried again, where that does no harm.'),
    budgetUsd: dollarAmount().default(0.1).describe('Most dollars for one structured plan.'),
    estimates,
  })
  .prefault({})
  .describe('How structured plans are carried out.');

export const timeouts = z
  .strictObject({
    engine: duration().prefault('10m').describe('Longest run of one engine.'),
    step: duration().prefault('5m').describe('Longest step of a structured plan.'),
    attempt: duration().prefault('15m').describe('Longest attempt at one task.'),
    session: duration().prefault('30m').describe('Longest session, from launch to finish.'),
    staleCi: duration()
      .prefault('5m')
      .describe('How long after our push CI may stay as it was before a human is asked.'),
    settle: duration('0s')
      .prefault('30s')
      .describe('How long a new head rests before missing checks count as none.'),
    start: duration().prefault('5m').describe('How long a launched worker may take to report.'),
    lease: duration()
      .prefault('2m')
      .describe('How long a claim holds without a sign of life from its worker.'),
    waitingForUnknown: duration()
      .prefault('30m')
      .describe('How long an unknown CI state is waited for before a human is asked.'),
    waitingForChecks: duration()
      .prefault('2h')
      .describe('How long one check may run before a human is asked.'),
  })
  .prefault({})
  .describe('How long things may take.');
