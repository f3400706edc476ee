import {
  type CollectedTest,
  type NamedTest,
  testOfFile,
} from '#check/rules/findings/test-names.ts';
import {
  type CargoOutput,
  readCargoOutput,
  type RustDiagnostic,
} from '#check/rules/outcome/cargo-messages.ts';
import { factsOfBroken } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';
import { readRustFailure } from './failure.ts';
import { readTestGroups, type TestGroup } from './groups.ts';
import { joinTargets, readStartedTargets, type TestedTarget } from './started.ts';

/** Reads `cargo test --message-format=json`: messages of the build, then what each program of tests prints. */
export function parseCargoTestReport({ stdout, stderr }: ToolOutput): EngineReport {
  const output = readCargoOutput(stdout);
  const errors = output.diagnostics.filter(({ level }) => level === 'error').map(toBuildError);
  if (output.built === undefined) {
    const state = stdout.trim() === '' ? 'empty' : 'unparseable';
    return { facts: { ...factsOfBroken(state), findings: errors.length }, findings: errors };
  }
  const joined = joinTargets(readStartedTargets(stderr), readTestGroups(output.rest));
  const named = joined.map((one) => ({ ...one, ...nameTarget(one, output) }));
  const findings = [...errors, ...named.flatMap(listFailures)];
  const tests = named.flatMap(listTests);
  const lost = named.reduce((sum, { group }) => sum + countLost(group), output.built ? 0 : 1);
  const isEmpty = tests.length + lost === 0;
  const facts = {
    state: 'valid',
    findings: findings.length,
    analysed: isEmpty ? null : tests.length,
    expected: isEmpty ? null : tests.length + lost,
    verdict: findings.length > 0 ? 'failed' : null,
  } as const;
  return { facts, findings, tests };
}

function toBuildError({ code: rule, message, path, line, column }: RustDiagnostic): RawFinding {
  const kind = rule === null && path !== null ? 'syntax_error' : 'type_error';
  return { kind, severity: 'blocker', rule, message, path, line, column };
}

interface NamedTarget extends TestedTarget {
  /** What its tests are named after; empty: nobody knows which it is. */
  readonly crate: string;
  /** File that it is built from; null: nobody knows. */
  readonly source: string | null;
}

function nameTarget(
  { target }: TestedTarget,
  { executables }: CargoOutput,
): Pick<NamedTarget, 'crate' | 'source'> {
  const built = target && executables.get(target.executable);
  if (built === undefined)
    return { crate: target?.executable.replace(/-[0-9a-f]{16}$/, '') ?? '', source: null };
  const [name, own] = [built.package, built.name].map((one) => one.replaceAll('-', '_'));
  return { crate: built.isLibrary ? `${own}` : `${name}::${own}`, source: built.source };
}

/** A test by its module, and a piece of documentation by its file: neither has a line, for lines move. */
function nameTest(crate: string, name: string): NamedTest {
  const [, file, item = ''] = documented.exec(name) ?? [];
  if (file !== undefined) return testOfFile(file, `::${item.trim() || 'documentation'} (doc test)`);
  return { id: crate === '' ? name : `${crate}::${name}` };
}

const documented = /^(.{1,2000}\.\w{1,5}) - (.*?)\(line (\d{1,9})\)$/;

function listTests({ group, crate }: NamedTarget): readonly CollectedTest[] {
  const tests = new Map<string, CollectedTest>();
  for (const [name, result] of group?.results ?? []) {
    const named = nameTest(crate, name);
    const isKnown = tests.get(named.id)?.skipped === false;
    tests.set(named.id, { ...named, skipped: result === 'ignored' && !isKnown });
  }
  return [...tests.values()];
}

function countLost(group: TestGroup | undefined): number {
  if (group === undefined || group.end !== undefined) return 0;
  return Math.max(1, group.announced - group.results.size);
}

function listFailures(one: NamedTarget): readonly RawFinding[] {
  const { group, target, crate, source } = one;
  const failed = [...(group?.results ?? [])].filter(([, result]) => result === 'failed');
  const findings = failed.map(([name]) => toFinding(one, name));
  const isCut = target?.failed === true && group?.end !== 'FAILED';
  if (!isCut) return findings;
  const message = `Its tests did not come to their end: ${target.ended ?? 'a harness of its own failed'}.`;
  const place = { rule: null, path: source, line: null, column: null };
  return [
    ...findings,
    { kind: 'test_failure', severity: 'blocker', message, ...place, testId: crate },
  ];
}

function toFinding({ group, crate, source }: NamedTarget, name: string): RawFinding {
  const excerpt = group?.said.get(name) ?? '';
  const failure = readRustFailure(excerpt);
  const [, file, , line] = documented.exec(name) ?? [];
  const place =
    file === undefined
      ? { path: failure.path ?? source, line: failure.line }
      : { path: file, line: Number(line) || null };
  return {
    kind: 'test_failure',
    severity: 'high',
    rule: failure.panicked ? 'panic' : null,
    message: failure.message,
    ...place,
    column: null,
    testId: nameTest(crate, name).id,
    testIdentity: failure.panicked ? { exception: 'panic' } : {},
    excerpt,
  };
}
