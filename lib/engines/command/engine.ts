import type { Engine } from '../contract.ts';
import { readUnixLines } from '#check/rules/outcome/unix-lines.ts';
import { reportOf } from '../diagnostics.ts';
import { givenCommand, notGiven } from '../given-command.ts';
import { failureCodes } from '../given-exits.ts';
import { judgeExit } from './exit.ts';
import { commandOptions } from './options.ts';

/** Any command whose report is text that a regular expression reads, or that has none but its exit code. */
export const command: Engine = {
  ...notGiven,
  id: 'command',
  title: 'Command',
  options: commandOptions,
  configured: (given) => {
    const options = commandOptions.parse(given);
    const { report } = options;
    if (report.format === 'none') {
      const { success = [] } = options.exitCodes ?? {};
      const well = [0, ...success, ...(options.ignoreExit ?? [])];
      const failed = failureCodes(options);
      const read = judgeExit({
        name: options.command.join(' '),
        well,
        failed,
        fixable: options.fix !== undefined,
      });
      return givenCommand({ options, source: {}, read });
    }
    const pattern = new RegExp(report.pattern);
    return givenCommand({
      options,
      source: report,
      read: (text) => reportOf(readUnixLines(text, pattern)),
    });
  },
};
