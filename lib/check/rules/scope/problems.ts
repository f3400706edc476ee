import type { EnginePlan, PlanProblem } from '#model/engine-plan.ts';
import type { ResolvedScope } from './resolve-scope.ts';
import { sourceNames } from './source-names.ts';

export function unknownEngine(engine: string, known: readonly string[]): PlanProblem {
  return {
    engine,
    code: 'UNKNOWN_ENGINE',
    message: `There is no engine ${JSON.stringify(engine)}; write one of ${known.join(', ')}.`,
  };
}

export function emptyScope(engine: string, { own, source }: ResolvedScope): PlanProblem {
  const setting = own ? `engines.${engine}.paths` : 'scope.paths';
  return {
    engine,
    code: 'EMPTY_SCOPE',
    message:
      `${setting} is empty in the ${sourceNames[source]}, so ${engine} has nothing to look at; ` +
      `list at least one path, or set engines.${engine}.enabled to false.`,
  };
}

export function outsideRoot(
  engine: string,
  {
    paths,
    source,
  }: { readonly paths: readonly string[]; readonly source: EnginePlan['scopeSource'] },
): PlanProblem {
  const shown = paths.map((path) => JSON.stringify(path)).join(', ');
  const verb = paths.length === 1 ? 'lies' : 'lie';
  return {
    engine,
    code: 'OUTSIDE_ROOT',
    message: `${shown} from the ${sourceNames[source]} ${verb} outside of the root; list paths inside of it.`,
  };
}
