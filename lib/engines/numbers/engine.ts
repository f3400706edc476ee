import type { Engine } from '../contract.ts';
import { givenCommand, notGiven } from '../given-command.ts';
import { numbersOptions } from './options.ts';
import { readNumbers } from './report.ts';

/** Any command that measures: its numbers are held against those of the base. What it runs is said by its options alone. */
export const numbers: Engine = {
  ...notGiven,
  id: 'numbers',
  title: 'Numbers',
  options: numbersOptions,
  configured: (given) => {
    const options = numbersOptions.parse(given);
    const { report: source } = options;
    const whole = { ...options, scope: 'whole-program' as const, suppressions: [] };
    // Any change may move any number.
    return {
      ...givenCommand({ options: whole, source, read: readNumbers(options) }),
      changed: 'everything',
    };
  },
};
