import * as z from 'zod';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { EngineSettings } from '#check/rules/scope/settings.ts';
import type { Engine } from './contract.ts';
import { judgedOtherwise } from './judged-otherwise.ts';

export interface EngineSources {
  /** The ids that any source of configuration names. */
  readonly ids: readonly string[];
  /** What all sources together say of one engine. */
  readonly settingsOf: (id: string) => EngineSettings;
  /** Ids that the command line asks for. */
  readonly asked: readonly string[];
  /** Engines of packages, by what `from` says; a list of what is wrong: there is none. Absent: none were looked for. */
  readonly packages?: ReadonlyMap<string, Engine | readonly string[]>;
}

export interface EngineList {
  /** Those that are built in and those that the configuration declares, each as it is configured, by id. */
  readonly engines: readonly Engine[];
  /** Why others cannot be among them. */
  readonly problems: readonly PlanProblem[];
}

/** Makes the engines of a repository of those that come with Ratchetr and of what its configuration says of them. */
export function configureEngines(builtIn: readonly Engine[], sources: EngineSources): EngineList {
  const own = builtIn.map(({ id }) => id);
  const declared = sources.ids.filter((id) => !own.includes(id));
  const made = [...own, ...new Set(declared)]
    .toSorted()
    .map((id) => makeEngine(id, builtIn, sources));
  return {
    engines: made.flatMap((one) => (one.kind === 'engine' ? [one.engine] : [])),
    problems: made.flatMap((one) => (one.kind === 'problem' ? [one.problem] : [])),
  };
}

type Made =
  | { readonly kind: 'engine'; readonly engine: Engine }
  | { readonly kind: 'problem'; readonly problem: PlanProblem }
  /** Switched off, so what it would have been does not matter. */
  | { readonly kind: 'none' };

function makeEngine(id: string, builtIn: readonly Engine[], sources: EngineSources): Made {
  const settings = sources.settingsOf(id);
  const own = builtIn.find((engine) => engine.id === id);
  const packaged = sources.packages?.get(settings.from ?? '');
  if (isFaulty(packaged)) {
    if (settings.enabled === false) return { kind: 'none' };
    const why = `engines.${id}.from is ${JSON.stringify(settings.from)}: ${packaged.join('; ')}.`;
    return optionProblem(id, 'UNKNOWN_ENGINE', why);
  }
  const base = packaged ?? builtIn.find((engine) => engine.id === (settings.from ?? id));
  const isDoubtful = base === undefined || (own !== undefined && own !== base);
  const isOff = settings.enabled === false;
  if (isDoubtful && isOff) return { kind: 'none' };
  if (isDoubtful) return optionProblem(id, 'UNKNOWN_ENGINE', aboutFrom(id, settings.from, builtIn));
  const engine = own ?? { ...base, id, title: `${id} (${base.title})`, detect: detectDeclared };
  if (isOff) return { kind: 'engine', engine };
  const asked = sources.asked.includes(id) || settings.enabled === true || own === undefined;
  const made = configure(engine, { base, asked, settings });
  if (made.kind !== 'engine') return made;
  return { kind: 'engine', engine: judgedOtherwise(made.engine, settings) };
}

function isFaulty(packaged: Engine | readonly string[] | undefined): packaged is readonly string[] {
  return Array.isArray(packaged);
}

// A repository that declares an engine wants it to run.
const detectDeclared: Engine['detect'] = (_, root) => ({
  kind: 'present',
  because: 'the configuration declares it',
  at: root,
});

function aboutFrom(id: string, from: string | undefined, builtIn: readonly Engine[]): string {
  const names = builtIn
    .map((engine) => engine.id)
    .toSorted()
    .join(', ');
  const place = `engines.${id}.from`;
  if (from === undefined) {
    return `engines.${id} is no built-in engine, so ${place} must name one; write one of ${names}.`;
  }
  return builtIn.some((engine) => engine.id === id)
    ? `${place} is ${JSON.stringify(from)}, but ${id} is an engine of its own; choose another id.`
    : `${place} is ${JSON.stringify(from)}, which is no built-in engine; write one of ${names}.`;
}

interface Wanted {
  readonly base: Engine;
  /** The settings or the command line want it to run, whatever the repository shows. */
  readonly asked: boolean;
  readonly settings: EngineSettings;
}

function configure(engine: Engine, { base, asked, settings }: Wanted): Made {
  const { id, title } = engine;
  const { options = {}, config, profile } = settings;
  if (profile !== undefined && base.takesProfile !== true) {
    const message = `engines.${id}.profile is set, but ${base.id} has no profiles; remove it.`;
    return optionProblem(id, 'INVALID_OPTIONS', message);
  }
  const isEmpty = Object.keys(options).length === 0;
  // Without any options it is left as it is: an engine whose command is not configured.
  if (isEmpty && !(asked && base.configured !== undefined)) return { kind: 'engine', engine };
  if (base.options === undefined) {
    const judging = ['exitCodes', 'ignoreExit'].filter((name) => Object.hasOwn(options, name));
    const where = judging.map((name) => ` ${name} stands beside options: engines.${id}.${name}.`);
    const message = `engines.${id}.options is set, but ${base.id} takes no options; remove it.${where.join('')}`;
    return optionProblem(id, 'INVALID_OPTIONS', message);
  }
  const read = base.options.safeParse(options);
  if (!read.success) {
    const places = { id, base: base.id, names: optionNames(base.options) };
    const sentences = read.error.issues.flatMap((issue) =>
      describeIssue(issue, { ...places, missing: isAbsent(options, issue.path) }),
    );
    return optionProblem(id, 'INVALID_OPTIONS', sentences.join(' '));
  }
  if (base.configured !== undefined && config !== undefined) {
    const message = `A configuration is set for ${id}, but only its command can name one; write it there.`;
    return optionProblem(id, 'INVALID_OPTIONS', message);
  }
  return { kind: 'engine', engine: { ...engine, ...base.configured?.(options), title } };
}

function optionProblem(engine: string, code: PlanProblem['code'], message: string): Made {
  return { kind: 'problem', problem: { engine, code, message } };
}

function optionNames(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

interface Places {
  readonly id: string;
  readonly base: string;
  /** The options there are. */
  readonly names: readonly string[];
  readonly missing: boolean;
}

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue, { id, base, names, missing }: Places): readonly string[] {
  const place = ['engines', id, 'options', ...issue.path].join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? `; ${base} takes ${names.join(', ')}` : '';
    return issue.keys.map((key) => `${place}.${key} is not known; remove it${known}.`);
  }
  return [`${place} is ${missing ? 'missing' : 'wrong'}; write ${describeRightValue(issue)}.`];
}

const anyMap = z.record(z.string(), z.unknown());

function isAbsent(given: unknown, [first, ...rest]: Issue['path']): boolean {
  if (first === undefined || given === undefined) return given === undefined;
  const map = anyMap.safeParse(given);
  return map.success && isAbsent(map.data[String(first)], rest);
}

// Schemas that say nothing themselves leave it to their library.
function describeRightValue({ message, ...issue }: Issue): string {
  const plain = message.startsWith('Invalid input') && issue.code === 'invalid_type';
  return plain ? `a value of type ${issue.expected}` : message;
}
