import { describe, expect, it } from 'vitest';
import { boundEvidence } from '#check/rules/outcome/evidence.ts';

const nothing = { stdout: '', stderr: '', reports: new Map<string, string>() };

describe('boundEvidence', () => {
  it('keeps both streams apart, without colours', () => {
    const { log } = boundEvidence({
      ...nothing,
      stdout: '\u001b[31mone\u001b[0m\n',
      stderr: 'two\n',
    });
    expect(log).toBe('--- standard output ---\none\n\n--- standard error ---\ntwo\n');
  });

  it('keeps the end of what is too long, and says how much is missing', () => {
    const { log } = boundEvidence({ ...nothing, stdout: `${'x'.repeat(300_000)}END` });
    expect(log).toContain('--- standard output (without its first 37859 characters) ---\n');
    expect(log).toContain('xEND\n');
    expect(log.length).toBeLessThan(263_000);
  });

  it('keeps reports whole or not at all', () => {
    const reports = new Map([
      ['junit', '<testsuites/>'],
      ['large', ' '.repeat(8 * 1024 * 1024 + 1)],
    ]);
    expect([...boundEvidence({ ...nothing, reports }).reports]).toEqual([
      ['junit', '<testsuites/>'],
    ]);
  });

  it('hides what looks like a secret', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { log, reports } = boundEvidence({
      stdout: token,
      stderr: token,
      reports: new Map([['json', `{"said": "${token}"}`]]),
    });
    expect(log).not.toContain(token);
    expect(reports.get('json')).not.toContain(token);
  });
});
