import { loadConfig, type LoadedConfig } from '#config/load.ts';
import type { Config } from '#config/schema.ts';
import type { JudgingInput } from '../judge-judging.ts';
import type { JudgingSettings } from '../rules/judging/judging-policy.ts';

/**
 * A change does not set the policy by which it is judged: what the file of the base says counts, and only the command line
 * and the environment are stronger. Null: the settings are those of the base already, or lie outside of the repository.
 */
export function chooseJudging(
  { config, origins }: LoadedConfig,
  configFile: string | null,
): JudgingInput {
  const settings = judgingOf(config);
  if (configFile === null) return { settings };
  const isStronger = [...origins].some(
    ([path, { kind }]) =>
      path.startsWith('policy.judging') && (kind === 'environment' || kind === 'command-line'),
  );
  if (isStronger) return { settings };
  return {
    settings,
    atBase: {
      path: configFile,
      read: (text) => {
        const file = { name: configFile, text: text ?? 'version: 1\n' };
        const loaded = loadConfig({ file, env: {}, overrides: [] });
        return loaded.kind === 'ok' ? judgingOf(loaded.config) : undefined;
      },
    },
  };
}

function judgingOf({ policy: { judging, judgingOf: byClass } }: Config): JudgingSettings {
  return { judging, judgingOf: byClass };
}
