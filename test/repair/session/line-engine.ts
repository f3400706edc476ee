import type { Engine, RawFinding, ToolOutput } from '#engines/contract.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { aPlan } from '../../check/rules/scope/plans.ts';

/** What an engine of this kind is to be, besides the word that it looks for. */
export interface LineEngine extends Partial<Engine> {
  readonly id: string;
  /** Each line with it is a finding; one with EASY too is repaired by the engine, one with HUSH or SKIP is none. */
  readonly word: string;
}

/** An engine that judges files line by line, by a process that takes no time. */
export function lineEngine({ word, ...changes }: LineEngine): Engine {
  return {
    title: changes.id,
    scope: 'per-file',
    program: { kind: 'binary', name: 'env' },
    loads: 'nothing',
    versionArgs: [],
    versionPattern: /(?!)/,
    detect: () => ({ kind: 'absent', because: 'it runs only where it is asked for' }),
    configNames: [],
    sections: [],
    judges: /\.txt$/,
    reads: 'anything',
    changed: 'paths',
    nested: 'itself',
    suppressions: ['HUSH'],
    tasks: byFile,
    validation: () => ({
      commands: [],
      successCriteria: { requireExitCode0: false, maxNewFindings: 0 },
    }),
    parse: (output) => parse(word, output),
    check: {
      catalog: { exitCodes: { toolFailure: [2] }, ignoreExit: [1], report: 'always' },
      // Every line of every file, with its place.
      spec: ({ plan }) => ({
        args: ['grep', '-rHn', '', '--', ...plan.scope],
        env: {},
        reports: {},
      }),
    },
    ...changes,
  };
}

/** The repair of an engine whose program is the shell: it takes EASY and its word away. */
export function easyFix(word: string): NonNullable<Engine['fix']> {
  return {
    catalog: { report: 'never', isFix: true },
    spec: ({ plan }) => ({
      args: ['sed', '-i', `s/EASY ${word}/good/`, '--', ...plan.scope],
      env: {},
      reports: {},
    }),
  };
}

/** How it runs over everything. */
export function entryOf({ id }: Pick<Engine, 'id'>) {
  const plan = aPlan({ engine: id, scope: ['src'] });
  return { engine: id, mode: plan.mode, how: 'run' as const, requested: true, plan };
}

interface Line {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

function parse(word: string, { stdout }: ToolOutput): ReturnType<Engine['parse']> {
  const lines = linesIn(stdout);
  const findings = lines
    .filter(({ text }) => text.includes(word) && !/HUSH|SKIP/.test(text))
    .map((one) => findingIn(word, one));
  return {
    facts: {
      state: 'valid',
      findings: findings.length,
      analysed: null,
      expected: null,
      verdict: null,
    },
    findings,
    ...testsIn(lines),
    ...coverageIn(lines),
  };
}

function linesIn(stdout: string): readonly Line[] {
  return stdout.split('\n').flatMap((row) => {
    const [, path, line, text = ''] = /^([^:]+):(\d+):(.*)$/.exec(row) ?? [];
    return path === undefined ? [] : [{ path, line: Number(line), text }];
  });
}

function findingIn(word: string, { path, line, text }: Line): RawFinding {
  const [, name] = /^test (\S+)/.exec(text) ?? [];
  return {
    kind: name === undefined ? 'lint' : 'test_failure',
    severity: 'low',
    rule: word,
    message: `${word} is not allowed`,
    path,
    line,
    column: null,
    fixable: text.includes('EASY'),
    ...(name !== undefined && { testId: `${path}::${name}` }),
  };
}

/** Lines such as `test adds` or `test adds SKIP`. */
function testsIn(lines: readonly Line[]) {
  const tests = lines.flatMap(({ path, text }) => {
    const [, name] = /^test (\S+)/.exec(text) ?? [];
    return name === undefined ? [] : [{ id: `${path}::${name}`, skipped: text.includes('SKIP') }];
  });
  return tests.length === 0 ? {} : { tests };
}

/** A line such as `reaches 3 of 10`. */
function coverageIn(lines: readonly Line[]) {
  const coverage = lines.flatMap(({ path, text }) => {
    const [, covered, total] = /^reaches (\d+) of (\d+)/.exec(text) ?? [];
    if (covered === undefined) return [];
    return [{ path, covered: Number(covered), total: Number(total), uncovered: [] }];
  });
  return coverage.length === 0 ? {} : { coverage };
}
