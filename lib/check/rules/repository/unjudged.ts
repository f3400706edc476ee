import { counted } from '#base/words.ts';
import type { CheckReport } from '#model/check-report.ts';
import { listProjectCommands } from './commands/project-commands.ts';
import { isIgnored, type RepositoryFacts } from './facts.ts';
import { languageOf } from './languages.ts';
import type { Program } from './program.ts';

type Unjudged = CheckReport['unjudged'][number];

interface Judge {
  readonly id: string;
  readonly judges: RegExp;
  readonly alsoCalled?: readonly string[];
  readonly program: Program;
}

interface Judges {
  /** All engines there are. */
  readonly known: readonly Judge[];
  /** Those that run. */
  readonly running: ReadonlySet<string>;
}

/** What the repository holds and runs that no engine of a check answers for, the most first. */
export function listUnjudged(facts: RepositoryFacts, judges: Judges): readonly Unjudged[] {
  return [...listLanguages(facts, judges), ...listRunners(facts, judges)];
}

/** An engine that is not configured yet would judge this, too. */
const anyFile = 'any.file';

/** Less than this part of all programs is there by the way. */
const leastPart = 0.1;

function listLanguages(facts: RepositoryFacts, { known, running }: Judges): readonly Unjudged[] {
  const own = [...facts.files].filter((path) => languageOf(path) && !isIgnored(facts, path));
  const languages = [...Map.groupBy(own, languageOf)].filter(
    ([, files]) => files.length >= own.length * leastPart,
  );
  return languages
    .toSorted(([, one], [, other]) => other.length - one.length)
    .flatMap(([language = '', files]) => {
      const able = known.filter(
        ({ id, judges }) =>
          (running.has(id) || !judges.test(anyFile)) && files.some((path) => judges.test(path)),
      );
      if (able.some(({ id }) => running.has(id))) return [];
      const count = counted(files.length, 'file');
      const because =
        able.length === 0
          ? `${count}, no engine; see docs/engines/generic.md`
          : `${count}, and none of ${able.map(({ id }) => id).join(', ')} runs here`;
      return [{ name: language, because }];
    });
}

/** Runners of tests and judges of code that people use; not all of them have an engine. */
const tools = new Set(
  (
    'attw ava bandit basedpyright biome black borp cypress detekt dprint eslint flake8 golangci-lint gotestsum isort ' +
    'jasmine jest karma ktlint lab markdownlint markdownlint-cli2 mocha mypy nose2 oxfmt oxlint phpstan phpunit playwright ' +
    'poku prettier publint pycodestyle pydocstyle pylint pyrefly pyright pytest pytype qunit rspec rubocop ruff semgrep ' +
    'shellcheck standard standardrb stylelint svelte-check tap tape ts-standard tsd tstyche ty unittest uvu vitest ' +
    'vulture web-test-runner wtr xo yamllint zora'
  ).split(' '),
);

function listRunners(facts: RepositoryFacts, { known }: Judges): readonly Unjudged[] {
  const judged = new Set(
    known.flatMap(({ id, alsoCalled = [], program }) => [id, ...alsoCalled, ...namesOf(program)]),
  );
  const run = listProjectCommands(facts).filter(({ tool }) => tools.has(tool) && !judged.has(tool));
  return [...Map.groupBy(run, ({ tool }) => tool)].map(([name, [first]]) => ({
    name,
    because: `${first?.at ?? ''} runs it, no engine; see docs/engines/generic.md`,
  }));
}

/** An engine may go by another name than the programs that it starts. */
function namesOf(program: Program): readonly string[] {
  if (program.kind === 'python-module') return [program.module];
  if (program.kind === 'binary') return [program.name];
  return [program.bin, ...(program.instead ?? []).map(({ bin }) => bin)];
}
