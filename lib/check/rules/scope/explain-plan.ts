import { textListIn } from '#base/data.ts';
import { nameFirst } from '#base/words.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Schedule, Scheduled } from './schedule.ts';
import { sourceNames } from './source-names.ts';

const MOST_PATHS = 3;

/** One line per engine and root: what would run, on what, with which config, and which source chose it. */
export function explainPlan({ entries, problems }: Schedule): readonly string[] {
  const places = new Map<string, EngineAtRoot>();
  for (const { engine, plan } of entries) {
    places.set(`${engine} ${plan.root}`, { engine, root: plan.root });
  }
  for (const { engine } of problems) {
    const told = [...places.values()].some((place) => place.engine === engine);
    if (!told) places.set(engine, { engine, root: '.' });
  }
  return [...places.values()].map(({ engine, root }) => {
    const ofEngine = entries.filter((one) => one.engine === engine && one.plan.root === root);
    const leftOut = problems.filter((one) => one.engine === engine);
    const parts = [
      ...ofEngine.map(describeEntry),
      ...ofEngine.slice(0, 1).map(({ plan }) => describeInputs(plan)),
      ...leftOut.map(({ code, message }) => `left out, ${code}: ${message}`),
    ];
    return `${quoteUnlessPlain(engine)}: ${parts.join('; ')}`;
  });
}

interface EngineAtRoot {
  readonly engine: string;
  readonly root: string;
}

function describeEntry({ how, mode, plan, requested }: Scheduled): string {
  const root = plan.root === '.' ? '' : ` in ${quoteUnlessPlain(plan.root)}`;
  const scope = `${nameFirst(plan.scope.map(quoteUnlessPlain), MOST_PATHS)}${root} (${sourceNames[plan.scopeSource]})`;
  switch (how) {
    case 'run':
      return `run ${mode} on ${scope}${requested ? '' : ' to derive current from it'}`;
    case 'derived':
      return `${mode} is target filtered to ${scope}`;
    case 'same-as-target':
      return `${mode} is the same as target`;
  }
}

/** Values of variables stay unsaid: they may be secrets. */
function describeInputs(plan: EnginePlan): string {
  const { config, args, env, pass = [], profile, native, executes = [] } = plan;
  const names = Object.keys(env);
  const leaves = textListIn(native, 'leaves');
  const parts = [
    config.path === null
      ? 'config found by the tool'
      : `config ${quoteUnlessPlain(config.path)} (${sourceNames[config.source]})`,
    ...(profile === null ? [] : [`profile ${quoteUnlessPlain(profile)}`]),
    ...(args.length === 0 ? [] : [`args ${args.map(quoteUnlessPlain).join(' ')}`]),
    ...(leaves.length === 0 ? [] : [`leaves ${leaves.join(', ')} to the engines that judge it`]),
    ...(executes.length === 0
      ? []
      : [`executes code of the repository by ${nameFirst(executes, MOST_PATHS)}`]),
    ...(names.length === 0 ? [] : [`sets ${names.map(quoteUnlessPlain).join(' ')}`]),
    ...(pass.length === 0 ? [] : [`hands on ${pass.map(quoteUnlessPlain).join(' ')}`]),
  ];
  return parts.join(', ');
}

/** Quoted unless plain, so that a line stays one line and a word one word. */
function quoteUnlessPlain(text: string): string {
  return /^[\p{L}\p{M}\p{N}_./:=@+-]+$/u.test(text) ? text : JSON.stringify(text);
}
