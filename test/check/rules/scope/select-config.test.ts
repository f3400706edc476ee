import { describe, expect, it } from 'vitest';
import { engineMode, type ConfigChoice } from '#model/engine-plan.ts';
import { type ConfigSources, selectConfig } from '#check/rules/scope/select-config.ts';
import { anInput, planOf } from './plans.ts';

type Source = ConfigChoice['source'];

const speaking: Record<Source, ConfigSources> = {
  'command-line': { commandLine: 'cli.toml' },
  environment: { environment: 'env.toml' },
  config: { config: 'config.toml' },
  discovery: {},
};

const chosen: Record<Source, { path: string | null; weaker: readonly Source[] }> = {
  'command-line': { path: 'cli.toml', weaker: ['environment', 'config', 'discovery'] },
  environment: { path: 'env.toml', weaker: ['config', 'discovery'] },
  config: { path: 'config.toml', weaker: ['discovery'] },
  discovery: { path: null, weaker: [] },
};

const sources: readonly Source[] = ['command-line', 'environment', 'config', 'discovery'];

describe('the configuration of a tool', () => {
  it.each(sources)('is from the %s before all that is weaker', (source) => {
    const { path, weaker } = chosen[source];
    expect(selectConfig(speaking[source])).toEqual({ path, source });
    for (const other of weaker) {
      expect(selectConfig({ ...speaking[other], ...speaking[source] })).toEqual({ path, source });
    }
  });

  it.each(['missing/../ruff.toml', '/etc/ruff.toml', '../ruff.toml', ''])(
    'is recorded as it is written: %j',
    (path) => {
      expect(selectConfig({ config: path })).toEqual({ path, source: 'config' });
    },
  );

  const inputs: Record<Source, Parameters<typeof anInput>[0]> = {
    'command-line': {
      commandLine: { paths: ['src'], engines: { ruff: { config: 'cli.toml' } } },
      environment: { engines: { ruff: { config: 'env.toml' } } },
    },
    environment: {
      environment: { engines: { ruff: { config: 'env.toml' } } },
      config: { engines: { ruff: { config: 'config.toml' } } },
    },
    config: { config: { engines: { ruff: { config: 'config.toml' } } } },
    discovery: { commandLine: { paths: ['src'], engines: { mypy: { config: 'cli.toml' } } } },
  };
  const table = sources.flatMap((source) => engineMode.options.map((mode) => ({ source, mode })));

  it.each(table)('comes into the plan from the $source in $mode', ({ source, mode }) => {
    const { path } = chosen[source];
    expect(planOf(anInput({ ...inputs[source], mode })).config).toEqual({ path, source });
  });
});
