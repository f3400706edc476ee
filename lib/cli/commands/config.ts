import { formatOrigin } from '#config/layers.ts';
import { formatPath } from '#config/paths.ts';
import { leafPaths, valueAt } from '#config/tree.ts';
import { openEngineHost } from '#local/engine-host.ts';
import type { RegisterCommand } from '../context.ts';
import { locateRepository } from '../locate-repository.ts';
import { formatJson } from '../print.ts';
import { addConfigOptions, type ConfigOptions, readCommandConfig } from '../read-config.ts';

/** `ratchetr config`: checks every source of configuration and shows what is in force, and why. */
export const register: RegisterCommand = (program, context) => {
  addConfigOptions(program.command('config'))
    .description('check the configuration; print every setting in force and where it comes from')
    .option('--json', 'print the settings as JSON')
    .action(async (options: ConfigOptions & { readonly json?: true }) => {
      const { history } = openEngineHost({ ...context, output: context.stderr });
      const located = await locateRepository(context, history);
      if (located === undefined) return;
      const loaded = readCommandConfig(context, { folder: located.repository, options });
      if (loaded === undefined) return;
      const { config, origins } = loaded;
      if (options.json) {
        context.stdout.write(formatJson(config));
        return;
      }
      for (const path of leafPaths(config)) {
        const name = formatPath(path);
        const origin = origins.get(name) ?? { kind: 'default' };
        const value = JSON.stringify(valueAt(config, path));
        context.stdout.write(`${name} = ${value}  # ${formatOrigin(origin)}\n`);
      }
    });
};
