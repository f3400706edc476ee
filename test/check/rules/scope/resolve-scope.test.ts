import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineMode, engineMode, type EnginePlan } from '#model/engine-plan.ts';
import { resolveScope, type ScopeSources } from '#check/rules/scope/resolve-scope.ts';

type Source = EnginePlan['scopeSource'];

const silent: ScopeSources = { cliPaths: [], environment: {}, config: {}, mode: 'current' };

const speaking: Record<Source, Partial<ScopeSources>> = {
  'command-line': { cliPaths: ['cli'] },
  environment: { environment: { shared: ['env'] } },
  config: { config: { shared: ['config'] } },
  project: { project: ['own'] },
  default: {},
};

/** Of two sources that speak, the one that is heard; by mode. */
const heard: Record<EngineMode, Record<Source, Record<Source, Source>>> = {
  current: {
    'command-line': {
      'command-line': 'command-line',
      environment: 'command-line',
      config: 'command-line',
      project: 'command-line',
      default: 'command-line',
    },
    environment: {
      'command-line': 'command-line',
      environment: 'environment',
      config: 'environment',
      project: 'environment',
      default: 'environment',
    },
    config: {
      'command-line': 'command-line',
      environment: 'environment',
      config: 'config',
      project: 'config',
      default: 'config',
    },
    project: {
      'command-line': 'command-line',
      environment: 'environment',
      config: 'config',
      project: 'project',
      default: 'project',
    },
    default: {
      'command-line': 'command-line',
      environment: 'environment',
      config: 'config',
      project: 'project',
      default: 'default',
    },
  },
  target: {
    'command-line': {
      'command-line': 'default',
      environment: 'environment',
      config: 'config',
      project: 'project',
      default: 'default',
    },
    environment: {
      'command-line': 'environment',
      environment: 'environment',
      config: 'environment',
      project: 'environment',
      default: 'environment',
    },
    config: {
      'command-line': 'config',
      environment: 'environment',
      config: 'config',
      project: 'config',
      default: 'config',
    },
    project: {
      'command-line': 'project',
      environment: 'environment',
      config: 'config',
      project: 'project',
      default: 'project',
    },
    default: {
      'command-line': 'default',
      environment: 'environment',
      config: 'config',
      project: 'project',
      default: 'default',
    },
  },
};

const pathsOf: Record<Source, readonly string[]> = {
  'command-line': ['cli'],
  environment: ['env'],
  config: ['config'],
  project: ['own'],
  default: ['.'],
};

const table = engineMode.options.flatMap((mode) =>
  Object.entries(heard[mode]).flatMap(([one, row]) =>
    Object.entries(row).map(([other, source]) => ({ mode, one, other, source })),
  ),
);

describe('the scope of an engine', () => {
  it.each(table)(
    'in $mode with $one and $other is from $source',
    ({ mode, one, other, source }) => {
      const sources = { ...silent, ...sourceNamed(one), ...sourceNamed(other), mode };
      expect(resolveScope(sources)).toEqual({ paths: pathsOf[source], source, own: false });
    },
  );

  it.each(['environment', 'config'] as const)('prefers its own paths in the %s', (source) => {
    const sources = { ...silent, [source]: { own: ['mine'], shared: ['ours'] } };
    expect(resolveScope(sources)).toEqual({ paths: ['mine'], source, own: true });
  });

  it('is from the environment, shared or not, before its own paths in the config', () => {
    const sources = { ...silent, environment: { shared: ['env'] }, config: { own: ['mine'] } };
    expect(resolveScope(sources)).toEqual({ paths: ['env'], source: 'environment', own: false });
  });

  it('is not narrowed by its own paths when the command line speaks', () => {
    const sources = { ...silent, cliPaths: ['cli'], config: { own: ['mine'] } };
    expect(resolveScope(sources)).toEqual({ paths: ['cli'], source: 'command-line', own: false });
  });

  it('is the same in target whatever the command line says', () => {
    const anyPaths = fc.option(fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }), {
      nil: undefined,
    });
    const anySource = fc.record({ own: anyPaths, shared: anyPaths });
    fc.assert(
      fc.property(anySource, anySource, fc.array(fc.string()), (environment, config, cliPaths) => {
        const target = { environment, config, mode: 'target' as const };
        expect(resolveScope({ ...target, cliPaths })).toEqual(
          resolveScope({ ...target, cliPaths: [] }),
        );
      }),
    );
  });
});

const empty: readonly {
  name: string;
  sources: Partial<ScopeSources>;
  source: Source;
  own: boolean;
}[] = [
  { name: 'own in the config', sources: { config: { own: [] } }, source: 'config', own: true },
  {
    name: 'shared in the config',
    sources: { config: { shared: [] } },
    source: 'config',
    own: false,
  },
  {
    name: 'own in the config beside shared paths',
    sources: { config: { own: [], shared: ['src'] } },
    source: 'config',
    own: true,
  },
  {
    name: 'own in the environment over the config',
    sources: { environment: { own: [] }, config: { own: ['src'] } },
    source: 'environment',
    own: true,
  },
  {
    name: 'shared in the environment over the config',
    sources: { environment: { shared: [] }, config: { own: ['src'] } },
    source: 'environment',
    own: false,
  },
];

describe('an explicitly empty scope', () => {
  const modes = empty.flatMap((one) => engineMode.options.map((mode) => ({ ...one, mode })));

  it.each(modes)('$name is empty in $mode', ({ sources, source, own, mode }) => {
    expect(resolveScope({ ...silent, ...sources, mode })).toEqual({ paths: [], source, own });
  });

  it.each(modes)('$name stays so in $mode with paths on the command line', ({ sources, mode }) => {
    expect(resolveScope({ ...silent, ...sources, mode, cliPaths: ['src'] }).paths).toEqual([]);
  });

  it('is overruled by a stronger source of configuration', () => {
    const sources = { ...silent, environment: { shared: ['src'] }, config: { own: [] } };
    expect(resolveScope(sources)).toEqual({ paths: ['src'], source: 'environment', own: false });
  });
});

function sourceNamed(name: string): Partial<ScopeSources> {
  return Object.entries(speaking).find(([source]) => source === name)?.[1] ?? {};
}
