import { textListIn, valueIn } from '#base/data.ts';
import { nameFirst } from '#base/words.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { unlessMissingHere } from '#check/rules/scope/left-to-others.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { refusal } from '../file-linter.ts';
import { engineOfHook } from './hook-engines.ts';
import { parsePreCommitReport } from './report.ts';

const configName = '.pre-commit-config.yaml';
const signs = { files: [configName], otherwise: `no ${configName} was found` };

const catalog: ExitCatalog = {
  rules: [
    refusal(1, 'pre-commit refused its configuration; correct it.', ['valid-empty']),
    refusal(2, 'pre-commit refused an argument; correct it.'),
    refusal(3, 'pre-commit could not install a hook; see what it says.'),
    { ...refusal(127, 'pre-commit was not found; install it.'), reason: 'TOOL_NOT_FOUND' },
  ],
};

/**
 * Hooks work on a repository of git, and change what they find wrong. So this one is made anew around the files, and
 * its state lies elsewhere: what it is told of is the folder alone, be it a copy or not.
 */
const start = [
  'state=$(mktemp -d) || exit 125',
  'trap \'rm -rf -- "$state"\' EXIT',
  'export GIT_DIR="$state/git" GIT_WORK_TREE="$PWD"',
  'git init -q && git symbolic-ref HEAD refs/heads/check && git add -A || exit 125',
];
const judge = [...start, '"$0" run --all-files --color never "$@"'].join('\n');
// What is wrong after a second run, hooks cannot repair.
const repair = [
  ...start,
  '"$0" run --all-files "$@" >&2',
  '"$0" run --all-files --color never "$@"',
];

/** pre-commit. Each of its hooks that fails is a finding; hooks of engines that run by themselves are theirs. */
export const preCommit: Engine = {
  id: 'pre-commit',
  title: 'pre-commit',
  loads: 'everything',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'sh' },
  versionArgs: ['-c', 'exec pre-commit --version'],
  versionPattern: /^pre-commit (\S+)/m,
  detect: (facts, root) =>
    unlessNotFetched(
      facts,
      unlessMissingHere('pre-commit', facts, findEvidence(facts, root, signs)),
    ),
  configNames: [configName],
  sections: [],
  judges: /./,
  reads: 'anything',
  changed: 'everything',
  nested: 'itself',
  plannedLast: true,
  // Where it keeps the tools of its hooks.
  inherits: ['PRE_COMMIT_HOME', 'XDG_CACHE_HOME'],
  native: (facts, { root, running }) => ({
    leaves: listHooks(facts, root).filter((id) => running?.has(engineOfHook(id)) === true),
  }),
  suppressions: [],
  tasks: byFile,
  validation: (input) =>
    recheckAll(preCommit.program, input, {
      args: ['-c', judge, 'pre-commit'],
      config: (path) => ['--config', path],
      env: skipped(input.plan.native),
    }),
  parse: parsePreCommitReport,
  check: { catalog, spec: (input) => ({ ...specOf(judge, input), copies: /./ }) },
  fix: { catalog: { ...catalog, isFix: true }, spec: (input) => specOf(repair.join('\n'), input) },
};

/** A check brings no programs of others onto this machine; hooks that were never fetched judge nothing here. */
function unlessNotFetched(facts: RepositoryFacts, found: Detection): Detection {
  if (found.kind === 'absent') return found;
  const config = within(found.at, configName);
  const missing = facts.missingHooks?.get(config) ?? [];
  if (missing.length === 0) return found;
  const because = `${config} names hooks that are not installed here (${nameFirst(missing, 2)}); \`pre-commit install-hooks\` installs them`;
  return { kind: 'absent', because, leftAlone: true };
}

function specOf(script: string, { plan }: SpecInput): RunSpec {
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  const args = ['-c', script, 'pre-commit', ...config, ...plan.args];
  return { args, env: skipped(plan.native), reports: {} };
}

function skipped(native: SpecInput['plan']['native']): Readonly<Record<string, string>> {
  const ids = textListIn(native, 'leaves');
  return ids.length === 0 ? {} : { SKIP: ids.join(',') };
}

function listHooks({ manifests }: RepositoryFacts, root: string): string[] {
  const repos = valueIn(manifests.get(within(root, configName)), 'repos');
  const all = Array.isArray(repos) ? repos.map((repo: unknown) => valueIn(repo, 'hooks')) : [];
  const ids = all
    .flatMap((hooks) => (Array.isArray(hooks) ? hooks : []))
    .map((hook: unknown) => valueIn(hook, 'id'));
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
