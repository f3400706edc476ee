import { readRdjson } from '#check/rules/outcome/rdjson.ts';
import type { Engine } from '../contract.ts';
import { reportOf } from '../diagnostics.ts';
import { givenCommand, notGiven } from '../given-command.ts';
import { givenOptions, namesItsReport, wholeReport, wrongPlaceholder } from '../given-options.ts';

const options = givenOptions
  .extend({
    report: wholeReport.prefault({ from: 'stdout' }).describe('Where its report is.'),
  })
  .refine(namesItsReport, wrongPlaceholder);

/** Any command that reports as rdjson or rdjsonl, the formats of reviewdog. What it runs is said by its options alone. */
export const rdjson: Engine = {
  ...notGiven,
  id: 'rdjson',
  title: 'rdjson report',
  options,
  configured: (given) => {
    const read = options.parse(given);
    return givenCommand({
      options: read,
      source: read.report,
      read: (text) => reportOf(readRdjson(text)),
      report: 'when-findings',
    });
  },
};
