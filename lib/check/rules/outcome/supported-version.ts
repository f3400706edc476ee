import { compareVersions, isOlder } from '#base/version-order.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { ProcessEnd, RunFacts } from './run-facts.ts';
import { toolFailure, type Untrusted } from './verdict.ts';

/** Which versions of a tool it is known to start and to read rightly. */
export interface SupportedVersions {
  /** The first that works. */
  readonly first: string;
  /** Those that it is tried with, oldest first. */
  readonly tested: readonly string[];
}

export interface ToolVersion {
  readonly title: string;
  /** null: it is not known. */
  readonly version: string | null;
  /** Absent: the command is the user's own. */
  readonly versions?: SupportedVersions | undefined;
}

/** The code with which a tool was not started, because it is too old. */
export const tooOldCode = 'TOO_OLD';

/** The code with which it was not started, because the environment that has it is not there. */
export const notInstalledCode = 'NOT_INSTALLED';

/** Why a tool is not started; undefined: nothing speaks against it. */
export function refuseTooOld(tool: ToolVersion): ProcessEnd | undefined {
  const { title, version, versions } = tool;
  if (versions === undefined || !isOlder(version, versions.first)) return undefined;
  const message = `${title} ${version} is too old: ${versions.first} is the first version that works here.`;
  return { kind: 'spawn-failed', code: tooOldCode, message };
}

/** Whether the tool is none of those that it is tried with, nor between them: then there may be surprises. */
export function isBeyondTested({ version, versions }: ToolVersion): boolean {
  const [oldest, newest] = [versions?.tested[0], versions?.tested.at(-1)];
  if (version === null || oldest === undefined || newest === undefined) return false;
  return compareVersions(version, oldest) < 0 || compareVersions(version, newest) > 0;
}

interface RefusedRun {
  readonly plan: Partial<Pick<EnginePlan, 'args'>>;
  readonly facts: Pick<RunFacts, 'argv' | 'excerpts'>;
  readonly tool?: ToolVersion;
}

/** Where a tool refuses an argument that no one but us gave it, the user has nothing to correct. */
export function blameOwnArgument({ plan, facts, tool }: RefusedRun): Untrusted | undefined {
  if (tool?.versions === undefined) return undefined;
  const refused = findRefusedArgument(facts, plan.args ?? []);
  if (refused === undefined) return undefined;
  const { title, version, versions } = tool;
  const [oldest = versions.first, newest = oldest] = [versions.tested[0], versions.tested.at(-1)];
  const name = version === null ? `This version of ${title}` : `${title} ${version}`;
  return toolFailure(
    isOlder(version, oldest) ? 'TOOL_TOO_OLD' : 'LAUNCH_FAILED',
    `${name} does not know the argument ${refused}, with which Ratchetr starts it, so it is not supported; install a version from ${oldest} to ${newest}.`,
  );
}

function findRefusedArgument(
  { argv, excerpts }: RefusedRun['facts'],
  chosen: readonly string[],
): string | undefined {
  const lines = `${excerpts.stderr}\n${excerpts.stdout}`
    .split('\n')
    .filter((line) => refusal.test(line));
  const ours = argv
    .filter((arg) => /^--?[a-zA-Z]/.test(arg) && !chosen.includes(arg))
    .map((arg) => arg.split('=', 1).join(''));
  return ours.find((name) => lines.some((line) => namesOption(line, name)));
}

/** In the words of the libraries by which programs read their arguments. */
const refusal =
  /unknown|unrecogni[sz]ed|unexpected|invalid|no such|not (?:expected|recogni[sz]ed|a valid)|found argument/i;

/** Some name an option without its dashes, without the `no-` that it begins with, or as a property is written. */
function namesOption(line: string, option: string): boolean {
  const name = option.replace(/^--?(?:no-)?/, '');
  if (name.length < 3) return line.includes(` ${option}`);
  const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const escaped = name.replaceAll('.', String.raw`\.`);
  return new RegExp(`[-'"\`](?:${escaped}|${camel})(?![\\w-])`).test(line);
}
