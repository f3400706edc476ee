import type { EnginePlan } from '#model/engine-plan.ts';
import { listWorkingCodes } from '#check/rules/outcome/working-codes.ts';
import { isOfInnerRun } from '#check/rules/scope/inner-run.ts';
import { withinRoot } from '#check/rules/scope/within-root.ts';
import type { FixCommand } from '#agents/contract.ts';
import type { Engine } from '#engines/contract.ts';
import { isolateTool, type ToolMachine } from '#check/isolate-tool.ts';
import type { InFolder } from '#check/programs/project-environment.ts';
import { buildToolEnvironment, type VariablesOf } from '#check/run-tool.ts';

export interface FixCommandsInput {
  readonly engine: Engine;
  /** How this engine runs over the whole of its scope, once for each of its roots. */
  readonly plans: readonly EnginePlan[];
  /** Also by what it calls unsafe. */
  readonly unsafe?: boolean;
  /** The files to repair, relative to the repository; none: all of the scope. */
  readonly files: readonly string[];
  /** Where the code lies, absolute: the repository or a copy of it. */
  readonly folder: string;
  /** An empty folder, absolute, that is there while the commands run. */
  readonly scratch: string;
  /** The program of the engine in one root, without arguments. */
  readonly programOf: (engine: Engine, root: string) => readonly [string, ...string[]];
  /** What version of the tool judged in one root: older ones are started in their own way. */
  readonly versionOf?: ((root: string) => string | null | undefined) | undefined;
  readonly pythonOf?: ((root: string, engine: string) => string | undefined) | undefined;
  readonly variablesOf?: VariablesOf | undefined;
  readonly machine?: ToolMachine | undefined;
  readonly inFolder?: InFolder | undefined;
}

/** How an engine repairs some files by itself, as it is told to check them; nothing where it cannot. */
export function fixCommands(input: FixCommandsInput): readonly FixCommand[] {
  return input.plans.flatMap((plan) => {
    const scope = scopeIn(plan, input);
    return scope.length === 0 ? [] : commandFor({ ...plan, scope: [...scope] }, input);
  });
}

function scopeIn(plan: EnginePlan, { files, plans }: FixCommandsInput): readonly string[] {
  if (files.length === 0) return plan.scope;
  const own = files.filter((file) => !isOfInnerRun(file, plan, plans));
  // Some tools take a path that begins with a dash for an option, even after `--`.
  return withinRoot(own, plan.root).map((path) => (path.startsWith('-') ? `./${path}` : path));
}

function commandFor(plan: EnginePlan, input: FixCommandsInput): readonly FixCommand[] {
  const { engine, folder, machine, scratch, programOf, pythonOf, versionOf, variablesOf } = input;
  const fix = input.unsafe === true ? engine.unsafeFix : engine.fix;
  if (fix === undefined) return [];
  const here = (path: string): string => input.inFolder?.(path, folder) ?? path;
  const interpreter = pythonOf?.(plan.root, engine.id);
  const python = interpreter === undefined ? undefined : here(interpreter);
  const [program, ...words] = programOf(engine, plan.root);
  const version = versionOf?.(plan.root);
  const spec = fix.spec({ plan, scratch, version, ...(python !== undefined && { python }) });
  const variables = variablesOf?.(plan.root, folder) ?? {};
  const start = {
    argv: [here(program), ...words.map(here), ...spec.args] as const,
    env: buildToolEnvironment(engine, variables, spec.env, plan.env),
  };
  return [
    {
      ...isolateTool(start, { engine, plan, python, machine, home: scratch }),
      cwd: plan.root,
      successCodes: listWorkingCodes(fix.catalog),
    },
  ];
}
