import { describe, expect, it } from 'vitest';
import type { ExitCatalog, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { gatherFacts } from '#check/rules/outcome/gather-facts.ts';
import { probesThatHold } from '#check/rules/outcome/probes.ts';
import { runFacts } from '#check/rules/outcome/run-facts.ts';
import { aReport, aRun, exited, type Expected, judged, summary } from './samples.ts';

type Effect = Probe['effect'];
type Situation = 'clean' | 'findings' | 'no report' | 'failure listed';

const about = { id: 'hint', stream: 'stderr', pattern: '^hint: ', remedy: 'Do this.' } as const;
const probes: Record<Effect, Probe> = {
  'tool-failure': { ...about, effect: 'tool-failure', reason: 'CONFIG_INVALID' },
  'no-input': { ...about, effect: 'no-input' },
  partial: { ...about, effect: 'partial' },
  degraded: { ...about, effect: 'degraded' },
  told: { ...about, effect: 'told' },
};

const runs: Record<Situation, ReturnType<typeof aRun>> = {
  clean: aRun(),
  findings: aRun({ ending: exited(1), report: aReport({ findings: 2 }) }),
  'no report': aRun({ ending: exited(1), report: aReport({ state: 'absent' }) }),
  'failure listed': aRun({ ending: exited(9) }),
};

const broken = 'tool_failure, none, CONFIG_INVALID';
const noScope = 'unknown, none, EMPTY_SCOPE';
const unmoved = {
  'no report': 'tool_failure, none, NO_OUTPUT',
  'failure listed': 'tool_failure, none, CRASHED',
} as const;
const short = { clean: 'success, partial', findings: 'diagnostic, partial', ...unmoved } as const;

const table: Record<Effect, Record<Situation, Expected>> = {
  'tool-failure': {
    clean: broken,
    findings: broken,
    'no report': broken,
    'failure listed': broken,
  },
  'no-input': {
    clean: noScope,
    findings: noScope,
    'no report': noScope,
    'failure listed': noScope,
  },
  partial: short,
  degraded: short,
  told: { clean: 'success', findings: 'diagnostic', ...unmoved },
};

const cases = Object.entries(probes).flatMap(([effect, probe]) =>
  Object.entries(runs).map(([situation, run]) => ({ effect, situation, probe, run })),
);

describe('a probe that matches', () => {
  it.each(cases)('$effect, $situation', ({ effect, situation, probe, run }) => {
    const rows: Record<string, Record<string, Expected>> = table;
    const catalog: ExitCatalog = { exitCodes: { toolFailure: [9] }, probes: [probe] };
    const texts = { ...run.texts, stderr: 'first\nhint: look' };
    const judgement = judged({ ...run, texts }, catalog);
    expect(summary(judgement)).toBe(rows[effect]?.[situation]);
    expect(judgement.warnings).toContain('Do this.');
    expect(judgement.degraded).toBe(effect === 'degraded');
  });

  it.each(cases)('not: $effect, $situation stays as it was', ({ probe, run }) => {
    const texts = { ...run.texts, stderr: 'a hint: look', stdout: 'hint: look' };
    expect(judged({ ...run, texts }, { probes: [probe] })).toEqual(judged({ ...run, texts }));
  });

  it('never adds a finding', () => {
    const stderr = 'a.py:1:1: error: something\n'.repeat(9);
    const [probe] = [{ ...probes.partial, pattern: 'error' }];
    expect(judged(aRun({ texts: { stderr } }), { probes: [probe] }).findings).toBe(0);
  });

  it('sees through colours', () => {
    const stderr = `\u{1B}[31mhint:\u{1B}[0m look\n${'x'.repeat(50_000)}`;
    expect(judged(aRun({ texts: { stderr } }), { probes: [probes.degraded] }).degraded).toBe(true);
  });

  it('looks at the whole text, not at its end', () => {
    const stderr = `hint: look\n${'x'.repeat(50_000)}`;
    expect(judged(aRun({ texts: { stderr } }), { probes: [probes.degraded] }).degraded).toBe(true);
  });

  it('comes before the others when it tells of a failure', () => {
    const stderr = 'hint: look';
    const catalog = { probes: [probes['no-input'], probes['tool-failure']] };
    expect(summary(judged(aRun({ texts: { stderr } }), catalog))).toBe(broken);
  });
});

describe('the facts of a run', () => {
  const texts = { stdout: 'o'.repeat(9000), stderr: 'hint: look', report: '{"rule":"E902"}' };
  const inReport: Probe = { ...probes.degraded, stream: 'report', pattern: 'E902' };

  it('are small, and read back as they were', () => {
    const facts = gatherFacts(aRun({ texts }), { probes: [inReport] });
    expect(facts.excerpts.stdout).toHaveLength(4000);
    expect(runFacts.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
    expect(JSON.stringify(facts).length).toBeLessThan(5000);
  });

  it('keep what was seen in a report that is no longer there', () => {
    const facts = gatherFacts(aRun({ texts }), { probes: [inReport] });
    expect(probesThatHold({ probes: [inReport] }, facts)).toEqual([inReport]);
  });

  it('answer a newer question from the ends that were kept', () => {
    const facts = gatherFacts(aRun({ texts }), {});
    expect(probesThatHold({ probes: [probes.partial] }, facts)).toEqual([probes.partial]);
  });

  it('do not answer for a pattern that was corrected', () => {
    const facts = gatherFacts(aRun({ texts }), { probes: [inReport] });
    expect(probesThatHold({ probes: [{ ...inReport, pattern: 'E999' }] }, facts)).toEqual([]);
  });
});
