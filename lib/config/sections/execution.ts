import * as z from 'zod';
import { dollarAmount, wholeNumber } from '../values.ts';

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
