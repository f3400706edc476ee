import * as fc from 'fast-check';
import { engineError } from '#model/engine-error.ts';
import type { ExitCatalog, ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import type { RawRun } from '#check/rules/outcome/gather-facts.ts';
import { argv, cwd } from './samples.ts';

const code = fc.constantFrom(0, 1, 2, 3, 32, 33, 64, 126, 127, 137, 255, -1);
const codes = fc.array(code, { maxLength: 3 });
const text = fc.constantFrom('', 'alpha', 'beta\nalpha', '\u{1B}[31mbeta\u{1B}[0m');

const ending: fc.Arbitrary<RawRun['ending']> = fc.oneof(
  { weight: 8, arbitrary: code.map((value) => ({ kind: 'exited' as const, code: value })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<RawRun['ending']>(
      { kind: 'signalled', signal: 'SIGTERM' },
      { kind: 'spawn-failed', code: 'ENOENT', message: 'Cannot start it.' },
      { kind: 'spawn-failed', code: 'E2BIG', message: '' },
      { kind: 'timed-out', limit: 'idle', limitMs: 10 },
      { kind: 'overflowed', stream: 'stderr', limitBytes: 10 },
      { kind: 'overgrown', limitBytes: 10 },
      { kind: 'aborted' },
    ),
  },
);

const count = fc.option(fc.nat({ max: 3 }));

const report = fc.record({
  state: fc.oneof(
    fc.constant('valid' as const),
    fc.constantFrom('absent', 'empty', 'unparseable', 'invalid', 'truncated'),
  ),
  findings: fc.nat({ max: 2 }),
  analysed: count,
  expected: count,
  verdict: fc.constantFrom('passed', 'failed', null),
});

/** Any end of any tool, also such as no tool gives. */
export const anyRun: fc.Arbitrary<RawRun> = fc.record({
  ending,
  action: fc.constantFrom('check', 'fix'),
  report,
  texts: fc.record({ stdout: text, stderr: text, report: text }),
  argv: fc.constant(argv),
  cwd: fc.constant(cwd),
});

const reason = fc.constantFrom(...engineError.shape.reason.options);
const ruleCode = fc.oneof(code, fc.constant('*' as const));

const rule: fc.Arbitrary<ExitRule> = fc.oneof(
  fc.record({
    code: ruleCode,
    category: fc.constantFrom('success' as const, 'diagnostic' as const),
    completeness: fc.constantFrom('complete' as const, 'partial' as const),
    why: fc.constant('So says a rule.'),
  }),
  fc.record({
    code: ruleCode,
    report: fc.subarray(['absent', 'empty', 'valid-empty', 'valid-findings'] as const),
    category: fc.constantFrom('tool_failure' as const, 'unknown' as const),
    reason,
    why: fc.constant('So says a rule of failure.'),
  }),
);

const asked = {
  id: fc.constant('asked'),
  stream: fc.constantFrom('stdout' as const, 'stderr' as const, 'report' as const),
  pattern: fc.constantFrom('^alpha', '^beta', 'gamma'),
  remedy: fc.constant('So says a probe.'),
};

const probe: fc.Arbitrary<Probe> = fc.oneof(
  fc.record({ ...asked, effect: fc.constantFrom('degraded', 'partial', 'no-input') }),
  fc.record({ ...asked, effect: fc.constant('tool-failure' as const), reason }),
);

/** Any catalog, also one that contradicts itself. */
export const anyCatalog: fc.Arbitrary<ExitCatalog> = fc.record(
  {
    exitCodes: fc.record({ success: codes, diagnostic: codes, toolFailure: codes }),
    isFix: fc.boolean(),
    ignoreExit: codes,
    convention: fc.constantFrom('pylint', 'tombi'),
    report: fc.constantFrom('always', 'when-findings', 'never'),
    rules: fc.array(rule, { maxLength: 2 }),
    probes: fc.array(probe, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
