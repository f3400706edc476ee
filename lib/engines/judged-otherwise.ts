import type { ExitCatalog, ExitCodes, ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import type { EngineSettings, GivenProbe } from '#check/rules/scope/settings.ts';
import type { Engine } from './contract.ts';

type Judging = Pick<EngineSettings, 'exitCodes' | 'ignoreExit' | 'probes' | 'versions'>;

/** An engine whose runs are judged as the settings say, where they say anything. */
export function judgedOtherwise(engine: Engine, settings: Judging): Engine {
  const { exitCodes, ignoreExit, probes, versions } = settings;
  const all = [exitCodes, ignoreExit, probes, versions];
  if (all.every((one) => one === undefined)) return engine;
  const { check, versions: known } = engine;
  return {
    ...engine,
    ...(versions && { versions: { tested: known?.tested ?? [], first: versions.first } }),
    check: { ...check, catalog: changedCatalog(check.catalog, settings) },
  };
}

function changedCatalog(
  catalog: ExitCatalog,
  { exitCodes = {}, ignoreExit = [], probes = [] }: Judging,
): ExitCatalog {
  const diagnostic = exitCodes.diagnostic ?? [];
  return {
    ...catalog,
    exitCodes: {
      ...catalog.exitCodes,
      diagnostic: [...(catalog.exitCodes?.diagnostic ?? []), ...diagnostic],
    },
    // Before those of the engine: the first that matches holds.
    rules: [...rulesOf(exitCodes), ...ignoreExit.map(ignoredCode), ...(catalog.rules ?? [])],
    probes: [...unchangedProbes(catalog.probes ?? [], probes), ...newProbes(catalog, probes)],
  };
}

function rulesOf({ toolFailure = [], success = [], diagnostic = [] }: ExitCodes): ExitRule[] {
  return [
    ...toolFailure.map((code) => ({
      code,
      category: 'tool_failure' as const,
      reason: 'CRASHED' as const,
      why: `The settings call exit code ${code} a failure of the tool; its standard error says more.`,
    })),
    ...success.map((code) => ({
      code,
      category: 'success' as const,
      why: `The settings call exit code ${code} a success.`,
    })),
    ...diagnostic.map((code) => ({
      code,
      category: 'diagnostic' as const,
      why: `The settings say that exit code ${code} tells of findings.`,
    })),
  ];
}

function ignoredCode(code: number): ExitRule {
  const why = `The settings ignore exit code ${code} where there are no findings.`;
  return { code, report: ['valid-empty'], category: 'success', why };
}

function unchangedProbes(own: readonly Probe[], given: readonly GivenProbe[]): readonly Probe[] {
  return own.filter(({ id }) => !given.some((one) => one.id === id));
}

function newProbes({ probes = [] }: ExitCatalog, given: readonly GivenProbe[]): readonly Probe[] {
  return given.flatMap(({ id, effect, ...said }) => {
    const own = probes.find((one) => one.id === id);
    const pattern = said.pattern ?? own?.pattern;
    if (effect === 'none' || pattern === undefined) return [];
    const stream = said.stream ?? own?.stream ?? 'stderr';
    const remedy = said.remedy ?? own?.remedy ?? `The settings look for ${id}, and it is there.`;
    const text = { id, stream, pattern, remedy };
    return effect === 'tool-failure' ? { ...text, effect, reason: 'CRASHED' } : { ...text, effect };
  });
}
