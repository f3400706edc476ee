import * as z from 'zod';
import { valueIn } from '#base/data.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { isIgnored, type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';
import { findRoots, isBelow } from '#check/rules/repository/roots.ts';
import { findScriptCommands, type ScriptCommand } from '#check/rules/repository/scripts.ts';

/** A runner of tests as scripts of package.json start it. */
export interface ScriptedRunner {
  /** Its names in a command, and what each of them stands for as arguments of Node. */
  readonly programs: Readonly<Record<string, readonly string[]>>;
  /** Its package on npm; absent: it comes with Node. */
  readonly dependency?: string;
  /** Names of files that configure it. */
  readonly files: readonly string[];
  /** Names of files that configure it beside other tools. */
  readonly sharedFiles?: readonly string[];
  /** Names of files that list projects. */
  readonly projectFiles?: readonly string[];
  /** A key of package.json that configures it. */
  readonly key?: string;
  /** Whether it finds tests in all folders below, where it is given no path. */
  readonly findsAll: boolean;
  /** A command with such an argument is none that judges tests: it waits for changes, or writes. */
  readonly never: RegExp;
  /** It judges tests only where it is told to by this argument. */
  readonly only?: string;
  /** Options that a check says itself, or that write into the repository. */
  readonly dropped: RegExp;
  /** Options whose value is the next word. */
  readonly valued: ReadonlySet<string>;
  /** Options whose values are all words up to the next option. */
  readonly listed?: ReadonlySet<string>;
  /** Its tests, where nothing says which they are. */
  readonly usualTest: RegExp;
}

const start = z.object({
  env: z.record(z.string(), z.string()).default({}),
  nodeArgs: z.array(z.string()).default([]),
  options: z.array(z.string()).default([]),
  paths: z.array(z.string()).default([]),
});
export type ScriptStart = z.infer<typeof start>;

/** How the scripts of a root start its tests, for the plan. */
export function findScriptStart(
  facts: RepositoryFacts,
  root: string,
  runner: ScriptedRunner,
): ScriptStart {
  const [command] = judgingCommands(facts, root, runner);
  if (command === undefined) return { env: {}, nodeArgs: [], options: [], paths: [] };
  const { env, nodeArgs, args } = command;
  return { env, nodeArgs: [...nodeArgs], ...separateArgs(args, runner) };
}

/** The same, as the plan of a run has it. */
export function scriptStartOf({ native = {} }: EnginePlan): ScriptStart {
  return start.parse(native);
}

/** The variables of a start; what Node is told first goes to every Node that the tests start, too. */
export function startVariables({ env, nodeArgs }: ScriptStart): Readonly<Record<string, string>> {
  const own = [...nodeArgs, ...(env['NODE_OPTIONS'] === undefined ? [] : [env['NODE_OPTIONS']])];
  return { ...env, ...(own.length > 0 && { NODE_OPTIONS: own.join(' ') }) };
}

/**
 * Where the tests of a root run: in the folder whose configuration brings them together, else in the outermost one
 * whose script starts them, else where they are configured, else where the runner is asked for and there are tests.
 */
export function detectRunner(
  facts: RepositoryFacts,
  root: string,
  runner: ScriptedRunner,
): Detection {
  const found = findStart(facts, root, runner) ?? findConfigured(facts, root, runner);
  if (found.kind === 'absent') return found;
  const whole = upward(found.at).findLast((folder) => namesProjects(facts, folder, runner));
  return whole === undefined ? found : { ...found, at: whole };
}

function findStart(
  facts: RepositoryFacts,
  root: string,
  runner: ScriptedRunner,
): Detection | undefined {
  const at = upward(root).findLast((folder) => reachesFrom(facts, folder, { root, runner }));
  if (at === undefined) return undefined;
  const name = judgingCommands(facts, at, runner)[0]?.script;
  return { kind: 'present', because: `${within(at, 'package.json')} starts it by ${name}`, at };
}

function findConfigured(facts: RepositoryFacts, root: string, runner: ScriptedRunner): Detection {
  const { files, dependency, programs, usualTest } = runner;
  const title = Object.keys(programs)[0] ?? '';
  const otherwise = `no configuration of ${title}, no script that starts it and no dependency on it was found`;
  const keyed = upward(root).find((folder) => isKeyed(facts, folder, runner));
  const signs = { files, ...(dependency !== undefined && { dependency }), otherwise };
  const shown = findEvidence(facts, root, signs);
  const found: Detection =
    keyed === undefined || (shown.kind === 'present' && isBelow(shown.at, keyed))
      ? shown
      : { kind: 'present', because: `${within(keyed, 'package.json')} configures it`, at: keyed };
  if (found.kind === 'absent') return found;
  const { at, because } = found;
  const inner = findRoots(facts).filter((one) => isBelow(one, at));
  const started = inner.find((one) => judgingCommands(facts, one, runner).length > 0);
  if (started !== undefined && !namesProjects(facts, at, runner)) {
    return { kind: 'absent', because: `${because}, but it is ${started} that starts it` };
  }
  if (isConfigured(facts, at, runner)) return found;
  if (hasOtherTests(facts, at)) {
    return { kind: 'absent', because: `${because}, but its script test starts something else` };
  }
  // Many packages share what one of them installs, and not each of them has tests.
  const apart = inner.filter(
    (one) => findEvidence(facts, one, { ...signs, here: true }).kind === 'present',
  );
  const hasTest = [...facts.files].some(
    (path) =>
      usualTest.test(path) &&
      isBelow(path, at) &&
      !apart.some((one) => isBelow(path, one)) &&
      !isIgnored(facts, path),
  );
  return hasTest ? found : { kind: 'absent', because: `${because}, but there is no test for it` };
}

/** Whoever has a script for tests that does not start the runner has it for something else. */
function hasOtherTests({ manifests }: RepositoryFacts, folder: string): boolean {
  const test = valueIn(manifests.get(within(folder, 'package.json')), 'scripts', 'test');
  return typeof test === 'string' && !/no test specified/.test(test);
}

function isConfigured(facts: RepositoryFacts, folder: string, runner: ScriptedRunner): boolean {
  const names = [...runner.files, ...(runner.sharedFiles ?? [])];
  return (
    names.some((name) => facts.files.has(within(folder, name))) || isKeyed(facts, folder, runner)
  );
}

function isKeyed({ manifests }: RepositoryFacts, folder: string, { key }: ScriptedRunner): boolean {
  const manifest = manifests.get(within(folder, 'package.json'));
  return key !== undefined && valueIn(manifest, key) !== undefined;
}

/** Whether a configuration brings in those of other folders, so that one run sees to all of them. */
function namesProjects(
  { files, manifests }: RepositoryFacts,
  folder: string,
  { files: own, sharedFiles = [], key, projectFiles = [] }: ScriptedRunner,
): boolean {
  if (projectFiles.some((name) => files.has(within(folder, name)))) return true;
  if (
    key !== undefined &&
    valueIn(manifests.get(within(folder, 'package.json')), key, 'projects')
  ) {
    return true;
  }
  return [...own, ...sharedFiles].some((name) =>
    Boolean(valueIn(manifests.get(within(folder, name)), 'projects')),
  );
}

function judgingCommands(
  facts: RepositoryFacts,
  folder: string,
  { programs, never, only }: ScriptedRunner,
): readonly ScriptCommand[] {
  return Object.entries(programs).flatMap(([program, first]) =>
    findScriptCommands(facts, folder, program)
      .filter(({ args }) => only === undefined || args.includes(only))
      .filter(({ args }) => !args.some((arg) => never.test(arg)))
      .map((command) => ({ ...command, nodeArgs: [...command.nodeArgs, ...first] })),
  );
}

/** Whether the tests that a script of a folder starts may lie in a root below it. */
function reachesFrom(
  facts: RepositoryFacts,
  folder: string,
  { root, runner }: { readonly root: string; readonly runner: ScriptedRunner },
): boolean {
  const [command] = judgingCommands(facts, folder, runner);
  if (command === undefined) return false;
  if (folder === root) return true;
  // What is configured and started by itself stays apart.
  if (isConfigured(facts, root, runner) && judgingCommands(facts, root, runner).length > 0) {
    return false;
  }
  const { paths } = separateArgs(command.args, runner);
  if (paths.length === 0) return runner.findsAll;
  const fixed = paths.map((path) =>
    within(folder, path.replace(/^\.\//, '').replace(/\*.*$/s, '')),
  );
  return fixed.some((path) => `${root}/`.startsWith(path) || isBelow(path, root));
}

/** The options of a start that a plan leaves in place: another configuration takes the place of theirs. */
export function optionsFor({ config }: EnginePlan, { options }: ScriptStart): readonly string[] {
  if (config.path === null) return options;
  return options.filter(
    (option, index) =>
      !/^(?:-c|--config)(?:=|$)/.test(option) &&
      !/^(?:-c|--config)$/.test(options[index - 1] ?? ''),
  );
}

type OptionRules = Pick<ScriptedRunner, 'dropped' | 'valued' | 'listed'>;

function separateArgs(
  args: readonly string[],
  { dropped, valued, listed }: OptionRules,
): Pick<ScriptStart, 'options' | 'paths'> {
  const [options, paths]: [string[], string[]] = [[], []];
  for (let at = 0; at < args.length;) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) {
      paths.push(arg);
      at += 1;
      continue;
    }
    const next = args.findIndex((other, index) => index > at && other.startsWith('-'));
    const end = next < 0 ? args.length : next;
    const after =
      listed?.has(arg) === true ? end : Math.min(at + (valued.has(arg) ? 2 : 1), args.length);
    if (arg !== '--' && !dropped.test(arg)) options.push(...args.slice(at, after));
    at = after;
  }
  return { options, paths };
}
