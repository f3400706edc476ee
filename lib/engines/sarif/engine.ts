import type { Engine } from '../contract.ts';
import { givenCommand, notGiven } from '../given-command.ts';
import { givenOptions, namesItsReport, wholeReport, wrongPlaceholder } from '../given-options.ts';
import { readSarifReport } from './report.ts';

const options = givenOptions
  .extend({
    report: wholeReport.prefault({ from: 'stdout' }).describe('Where its report is.'),
  })
  .refine(namesItsReport, wrongPlaceholder);

/** Any command that reports as SARIF 2.1. What it runs is said by its options alone. */
export const sarif: Engine = {
  ...notGiven,
  id: 'sarif',
  title: 'SARIF report',
  options,
  configured: (given) => {
    const read = options.parse(given);
    return givenCommand({ options: read, source: read.report, read: readSarifReport });
  },
};
