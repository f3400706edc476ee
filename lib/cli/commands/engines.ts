import { engines } from '#engines/registry.ts';
import type { RegisterCommand } from '../context.ts';

/** `ratchetr engines`: lists the engines that come with Ratchetr. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('engines')
    .description('list the engines that come with Ratchetr')
    .action(() => {
      const width = Math.max(...engines.map(({ id }) => id.length));
      for (const { id, title, scope, fix } of engines) {
        const fixes = fix === undefined ? '' : ', can fix';
        context.stdout.write(`${id.padEnd(width)}  ${title} (${scope}${fixes})\n`);
      }
    });
};
