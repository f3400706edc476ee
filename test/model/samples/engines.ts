import type * as engineOutcomeModule from '#model/engine-outcome.ts';
import type * as enginePlanModule from '#model/engine-plan.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { SamplesOf } from './sample.ts';

const plan: EnginePlan = {
  engine: 'ruff',
  mode: 'current',
  root: '.',
  scope: ['src', 'test/unit'],
  scopeSource: 'command-line',
  config: { path: 'ruff.toml', source: 'config' },
  args: ['--preview', ''],
  env: { RUFF_NO_CACHE: '1' },
  options: { limits: { depth: [1, null] } },
  profile: 'strict',
  toolProfile: 'black',
};

export const enginePlan = {
  engineMode: [
    { valid: 'current', refused: { '': 'both' } },
    { valid: 'target', refused: { '': '' } },
  ],
  scopeSource: [{ valid: 'default', refused: { '': 'discovery' } }],
  configChoice: [
    { valid: { path: 'ruff.toml', source: 'environment' }, refused: { source: 'default' } },
    { valid: { path: null, source: 'discovery' }, refused: { path: undefined } },
  ],
  enginePlan: [
    {
      valid: plan,
      refused: {
        engine: '',
        mode: 'both',
        root: '',
        scope: 'src',
        'scope.1': 7,
        scopeSource: 'file',
        'config.source': 'file',
        'args.0': null,
        'env.RUFF_NO_CACHE': 1,
        'options.limits': () => 1,
        profile: undefined,
        toolProfile: 1,
      },
    },
    { valid: { ...plan, profile: null, toolProfile: null, options: {} }, refused: { env: null } },
  ],
  planProblem: [
    {
      valid: { engine: 'ruff', code: 'EMPTY_SCOPE', message: 'scope.paths is empty.' },
      refused: { engine: '', code: 'TIMEOUT', message: '' },
    },
  ],
} satisfies SamplesOf<typeof enginePlanModule>;

export const engineOutcome = {
  exitCategory: [{ valid: 'tool_failure', refused: { '': 'failure' } }],
  completeness: [
    { valid: { kind: 'complete' }, refused: { kind: 'full' } },
    { valid: { kind: 'partial', reason: 'One file has a syntax error.' }, refused: { reason: '' } },
    { valid: { kind: 'none', reason: 'The report is missing.' }, refused: { reason: undefined } },
  ],
  engineOutcome: [
    {
      valid: {
        schemaVersion: 1,
        plan,
        origin: 'run',
        argv: ['ruff', 'check'],
        toolVersion: '0.16.9',
        rawExit: 1,
        exit: 0,
        signal: null,
        category: 'diagnostic',
        completeness: { kind: 'complete' },
        warnings: ['One rule is deprecated.'],
        error: null,
        findings: 2,
        durationMs: 40,
      },
      refused: {
        schemaVersion: 2,
        'plan.engine': '',
        origin: 'guessed',
        'argv.0': 1,
        toolVersion: undefined,
        rawExit: 0.5,
        exit: '0',
        signal: 9,
        category: 'failed',
        'completeness.kind': 'some',
        'warnings.0': null,
        error: 'none',
        findings: -1,
        durationMs: -1,
      },
    },
    {
      valid: {
        schemaVersion: 1,
        plan,
        origin: 'cached',
        argv: [],
        toolVersion: null,
        rawExit: null,
        exit: null,
        signal: 'SIGKILL',
        category: 'tool_failure',
        completeness: { kind: 'none', reason: 'The tool was killed.' },
        warnings: [],
        error: {
          engine: 'ruff',
          mode: 'current',
          reason: 'CRASHED',
          message: 'ruff was killed; give it more memory.',
          exitCode: null,
          signal: 'SIGKILL',
          argv: [],
          cwd: '.',
          stderrExcerpt: '',
        },
        findings: 0,
        durationMs: 0,
      },
      refused: { 'error.reason': 'BROKEN', findings: undefined },
    },
  ],
} satisfies SamplesOf<typeof engineOutcomeModule>;
