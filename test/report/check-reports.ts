import {
  type CheckedEngine,
  checkedEngine,
  type CheckReport,
  checkReport,
  type ReportedFinding,
  reportedFinding,
} from '#model/check-report.ts';
import { engineError } from '#model/engine-error.ts';
import { engineOutcome } from '#model/engine-outcome.ts';
import { compared } from '../support/compared.ts';
import { aFinding, sha } from '../support/samples.ts';

type Different<Value> = { readonly [Key in keyof Value]?: Value[Key] | undefined };

/** A finding that is new unless said otherwise. */
export function aReported(different: Different<ReportedFinding> = {}): ReportedFinding {
  const plain = {
    ...aFinding({
      tool: 'ruff',
      kind: 'lint',
      symbol: 'F821',
      filePath: 'shop/total.py',
      line: 12,
    }),
    column: 5,
    message: 'Undefined name `total`',
    status: 'new',
  };
  return reportedFinding.parse({ ...plain, ...different });
}

export const anOutcome = (different: object = {}) =>
  engineOutcome.parse({
    schemaVersion: 1,
    plan: aPlan(),
    origin: 'run',
    argv: ['/opt/tools/ruff', 'check'],
    toolVersion: '0.16.9',
    rawExit: 0,
    exit: 0,
    signal: null,
    category: 'success',
    completeness: { kind: 'complete' },
    warnings: [],
    error: null,
    findings: 0,
    durationMs: 420,
    ...different,
  });

export const aPlan = (different: object = {}) => ({
  engine: 'ruff',
  mode: 'target',
  root: '.',
  scope: ['.'],
  scopeSource: 'default',
  config: { path: null, source: 'discovery' },
  args: [],
  env: {},
  options: {},
  profile: null,
  toolProfile: null,
  ...different,
});

/** An engine with these findings, or one that failed. */
export function aChecked(
  findings: readonly ReportedFinding[],
  different: Different<CheckedEngine> = {},
): CheckedEngine {
  const fresh = findings.filter(({ status }) => status === 'new').length;
  return checkedEngine.parse({
    outcome: anOutcome(
      findings.length === 0 ? {} : { category: 'diagnostic', findings: findings.length },
    ),
    degraded: false,
    baseline: {
      source: 'committed',
      because: 'the merge base holds a baseline.',
      entries: findings.length - fresh,
      held: null,
    },
    counts: { new: fresh, noted: 0, tolerated: findings.length - fresh, fixed: 0 },
    findings: [...findings],
    fixed: [],
    ...different,
  });
}

export function aFailed(engine: string, different: object = {}): CheckedEngine {
  const error = engineError.parse({
    engine,
    mode: 'target',
    reason: 'CRASHED',
    message: `${engine} crashed; see the end of its output.`,
    exitCode: 2,
    signal: null,
    argv: [`/opt/tools/${engine}`, '--output', 'it is here'],
    cwd: '/srv/checkout',
    stderrExcerpt: 'Traceback (most recent call last):\n  INTERNAL ERROR\n',
    ...different,
  });
  const outcome = anOutcome({
    plan: aPlan({ engine }),
    category: 'tool_failure',
    completeness: { kind: 'none', reason: 'It crashed.' },
    rawExit: 2,
    exit: 2,
    error,
  });
  return aChecked([], { outcome });
}

export function aReport(different: Different<CheckReport> = {}): CheckReport {
  return checkReport.parse({
    schemaVersion: 1,
    ratchetr: '0.1.0',
    exit: 0,
    has_failures: false,
    has_diagnostics: false,
    base: { commit: sha('1'), ref: 'origin/main', because: null },
    engines: [],
    problems: [],
    absent: [],
    vector: { acceptable: true, components: [] },
    ...different,
  });
}

/** A check in which everything happens that can: both modes, all verdicts, a failure, gains and losses. */
export function aFullReport(): CheckReport {
  const fresh = aReported();
  const test = aReported({
    tool: 'pytest',
    kind: 'test_failure',
    symbol: undefined,
    filePath: 'tests/test_total.py',
    line: 40,
    column: undefined,
    severity: 'blocker',
    testId: 'tests/test_total.py::test_total',
    message: 'AssertionError: assert 4 == 3\n  where 4 = total([1, 3])',
  });
  const old = aReported({
    status: 'tolerated',
    line: 3,
    severity: 'low',
    symbol: 'E501',
    message: 'Line too long (104 > 100)',
  });
  const nowhere = aReported({
    filePath: undefined,
    line: undefined,
    column: undefined,
    severity: 'medium',
    symbol: 'RUF100',
    message: 'The configuration is out of date',
  });
  const both = [fresh, old, nowhere];
  const ofRuff = (mode: string, origin: string) =>
    anOutcome({ plan: aPlan({ mode }), origin, category: 'diagnostic', rawExit: 1, findings: 3 });
  return aReport({
    exit: 3,
    has_failures: true,
    has_diagnostics: true,
    engines: [
      aChecked(both.slice(0, 2), { outcome: ofRuff('current', 'derived') }),
      aChecked(both, {
        outcome: ofRuff('target', 'run'),
        counts: { new: 2, noted: 0, tolerated: 1, fixed: 1 },
        fixed: [{ path: 'shop/cart.py', rule: 'F401', message: 'os imported but unused' }],
      }),
      aChecked([test], {
        outcome: anOutcome({
          plan: aPlan({ engine: 'pytest' }),
          toolVersion: '9.1.1',
          category: 'diagnostic',
          completeness: { kind: 'partial', reason: 'One file could not be collected.' },
          durationMs: 12_345,
        }),
      }),
      aChecked([], {
        outcome: anOutcome({
          plan: aPlan({ engine: 'tsc', root: 'packages/api' }),
          origin: 'cached',
        }),
      }),
      aFailed('mypy'),
    ],
    problems: [
      {
        engine: 'eslint',
        code: 'EMPTY_SCOPE',
        message: 'engines.eslint.paths is empty; name one.',
      },
    ],
    absent: [{ engine: 'biome', because: 'no biome.json' }],
    vector: {
      acceptable: false,
      components: [
        { ...compared({ kind: 'lost-tests' }), sentence: 'lost tests: also test_cart.' },
        {
          ...compared({ kind: 'skipped-tests' }, 'same'),
          sentence: 'skipped tests: unchanged.',
        },
        {
          ...compared({ kind: 'coverage', path: 'a.py' }, 'better'),
          sentence: 'coverage of a.py: 9 of 10 lines, was 8 of 10.',
        },
      ],
    },
  });
}
