import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import type { Engine } from '../contract.ts';
import { givenCommand, notGiven } from '../given-command.ts';
import {
  givenOptions,
  namesItsReport,
  pathsOption,
  wholeReport,
  wrongPlaceholder,
} from '../given-options.ts';
import { readJunitReport } from './report.ts';

const options = givenOptions
  .extend({
    paths: pathsOption('none'),
    report: wholeReport.describe('Where its report is.'),
  })
  .refine(namesItsReport, wrongPlaceholder);

/** Any command that writes a JUnit report. What it runs is said by its options alone. */
export const junit: Engine = {
  ...notGiven,
  id: 'junit',
  title: 'JUnit report',
  options,
  configured: (said) => {
    const read = options.parse(said);
    const scope = read.scope ?? (read.paths === 'append' ? 'tests' : 'whole-program');
    const given = { options: { ...read, scope }, source: read.report, read: readJunitReport };
    // A change can break any test, whichever file it is in.
    return { ...givenCommand(given), changed: 'everything', tasks: byTestFile };
  },
};
