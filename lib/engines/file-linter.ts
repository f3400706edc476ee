import { textListIn } from '#base/data.ts';
import type { ExitCatalog, FailureRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { findOwnWords, type OwnWords } from '#check/rules/repository/commands/own-words.ts';
import { type Detection, findEvidence, type Signs } from '#check/rules/repository/evidence.ts';
import { isIgnored, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from './contract.ts';

type Own =
  | 'id'
  | 'title'
  | 'loads'
  | 'program'
  | 'versionPattern'
  | 'configNames'
  | 'judges'
  | 'parse';
type Usual = 'versionArgs' | 'sections' | 'reads' | 'changed' | 'nested';

/** What differs between tools that judge file by file. */
interface FileLinter
  extends
    Pick<Engine, Own | 'fails' | 'suppressions' | 'unsilenced'>,
    Partial<Pick<Engine, Usual>> {
  readonly signs: Signs;
  /** How the commands look by which projects start it. */
  readonly started: OwnWords;
  /** A configuration alone, which may be there for an editor, does not show that the project checks by it. */
  readonly onlyWhereChecked?: true;
  readonly config: (path: string) => readonly string[];
  readonly env?: (scratch: string) => Readonly<Record<string, string>>;
  readonly check: Mode;
  readonly fix?: Mode;
  /** Ends with another code than 0 while anything is found; absent: as the check. */
  readonly recheck?: readonly string[];
  /** It takes no folders, or what is in them for more than it is: it is given the files that it judges. */
  readonly listsFiles?: true;
  /** Of what git ignores it would judge all, as in an environment: it is given what lies right below the root. */
  readonly listsTops?: true;
}

interface Mode {
  readonly catalog: ExitCatalog;
  readonly args: readonly string[];
}

/** Makes an engine of what differs; where no setting chose a scope, it is started as the project starts it. */
export function fileLinter(linter: FileLinter): Engine {
  const { fix, ...rest } = linter;
  const { started, config, check, recheck } = linter;
  const engine: Engine = {
    scope: 'per-file',
    versionArgs: ['--version'],
    sections: [],
    reads: 'scope',
    changed: 'paths',
    nested: 'itself',
    ...rest,
    alsoCalled: started.tools,
    detect: (facts, root) => detectLinter(facts, root, linter),
    native: (facts, place) => ({
      ...listFiles(facts, place.root, linter),
      words: [...(findOwnWords(facts, place.root, started)?.words ?? [])],
    }),
    tasks: byFile,
    validation: (input) =>
      recheckFiles(engine.program, input, { args: recheck ?? check.args, config }),
    check: { catalog: check.catalog, spec: (input) => specOf(linter, check.args, input) },
    ...(fix && {
      fix: { catalog: fix.catalog, spec: (input) => specOf(linter, fix.args, input) },
    }),
  };
  return engine;
}

function detectLinter(facts: RepositoryFacts, root: string, linter: FileLinter): Detection {
  const { signs, started, onlyWhereChecked } = linter;
  const own = findOwnWords(facts, root, started);
  if (own !== undefined)
    return { kind: 'present', because: `${own.at} runs ${started.tools[0]}`, at: root };
  const found = findEvidence(facts, root, signs);
  if (found.kind === 'present' && listFiles(facts, found.at, linter).files?.length === 0) {
    return { kind: 'absent', because: `${found.because}, but no file is one that it judges` };
  }
  if (onlyWhereChecked !== true || found.kind === 'absent') return found;
  const because = `${found.because}, but no command of the project checks by ${started.tools[0]}; enable it where it should be`;
  return { kind: 'absent', because };
}

function specOf(
  linter: FileLinter,
  args: readonly string[],
  { plan, scratch }: SpecInput,
): RunSpec {
  const { config, env } = linter;
  const chosen = plan.config.path === null ? [] : config(plan.config.path);
  return {
    args: [...args, ...chosen, ...plan.args, ...pathWords(plan)],
    env: env?.(scratch) ?? {},
    reports: {},
  };
}

function pathWords(plan: EnginePlan): readonly string[] {
  const own = plan.scopeSource === 'default' ? textListIn(plan.native, 'words') : [];
  return own.length > 0 ? own : ['--', ...expandFolders(plan)];
}

/** A tool that refuses to start, or breaks down. */
export function refusal(code: number, why: string, report?: FailureRule['report']): FailureRule {
  const rule = { code, category: 'tool_failure', reason: 'CONFIG_INVALID', why } as const;
  return report === undefined ? rule : { ...rule, report };
}

/** A module that the interpreter of the project does not have. */
export function missingModule(module: string): Probe {
  return {
    id: 'module-missing',
    stream: 'stderr',
    pattern: `No module named ${module}`,
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy: `The interpreter of this project has no ${module}; add it to the development dependencies.`,
  };
}

/** The files below a root that a tool judges, without what git ignores, where it is to be told of them. */
function listFiles(
  facts: RepositoryFacts,
  root: string,
  { judges, listsFiles, listsTops }: Pick<FileLinter, 'judges' | 'listsFiles' | 'listsTops'>,
): { readonly files?: string[] } {
  if (listsFiles !== true && listsTops !== true) return {};
  const prefix = root === '.' ? '' : `${root}/`;
  const files = [...facts.files]
    .filter((path) => path.startsWith(prefix) && judges.test(path) && !isIgnored(facts, path))
    .map((path) => path.slice(prefix.length))
    .map((path) => (listsTops === true ? (path.split('/', 1)[0] ?? path) : path));
  return { files: [...new Set(files)].toSorted() };
}

/** The scope, with the files below a folder in its place. */
function expandFolders({ scope, native }: EnginePlan): readonly string[] {
  const files = textListIn(native, 'files');
  return scope.flatMap((path) => {
    const below = files.filter((file) => liesIn([path], file));
    return below.length > 0 ? below : [path];
  });
}
