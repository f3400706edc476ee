import { canonicalJson } from '#base/json.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { sortPaths } from './canonical-paths.ts';
import type { Planning } from './plan-engine.ts';

const inputNames = [
  'scope',
  'config',
  'args',
  'options',
  'profile',
  'toolProfile',
  'env',
  'pass',
  'root',
  'native',
  'executes',
  'leaveOut',
] as const;

type Input = (typeof inputNames)[number];

export type Dimension = Input | 'engine' | 'enablement';

/** All that can change what an engine reports, and so nothing about the mode or about who chose it. */
const inputs: Readonly<Record<Input, (plan: EnginePlan) => unknown>> = {
  scope: ({ scope }) => sortPaths(scope),
  config: ({ config }) => config.path,
  args: ({ args }) => args,
  options: ({ options }) => options,
  profile: ({ profile }) => profile,
  toolProfile: ({ toolProfile }) => toolProfile,
  env: ({ env }) => env,
  pass: ({ pass }) => pass ?? [],
  root: ({ root }) => root,
  native: ({ native }) => native ?? {},
  executes: ({ executes }) => executes ?? [],
  leaveOut: ({ leaveOut }) => sortPaths(leaveOut ?? []),
};

/** Whether two plannings come to the same, so that one run answers for both. */
export function samePlan(a: Planning, b: Planning): boolean {
  return listDifferences(a, b).length === 0;
}

/** In what two plannings differ. */
export function listDifferences(a: Planning, b: Planning): readonly Dimension[] {
  if (a.engine !== b.engine) return ['engine'];
  if (a.kind === 'plan' && b.kind === 'plan') return differingInputs(a.plan, b.plan);
  return a.kind === 'plan' || b.kind === 'plan' ? ['enablement'] : [];
}

/** A plan as text, the same for plans that come to the same. */
export function serializePlan(plan: EnginePlan): string {
  const values = inputNames.map((name) => [name, inputs[name](plan)] as const);
  return canonicalJson({ engine: plan.engine, ...Object.fromEntries(values) });
}

function differingInputs(a: EnginePlan, b: EnginePlan): readonly Dimension[] {
  return inputNames.filter(
    (name) => canonicalJson(inputs[name](a)) !== canonicalJson(inputs[name](b)),
  );
}
