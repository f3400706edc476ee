import { describe, expect, it } from 'vitest';
import { excerptLog } from '#github/log-excerpt.ts';

const numbered = (count: number, text = 'line'): string[] =>
  Array.from({ length: count }, (_none, index) => `${text} ${index}`);

describe('logExcerpt', () => {
  it('keeps a short log whole, without times and terminal codes', () => {
    const log =
      '2026-01-01T00:00:00.1234567Z \u001B[31mone\u001B[0m\r\n2026-01-01T00:00:00Z two\r\n';
    expect(excerptLog(log)).toBe('one\ntwo');
  });

  it('is nothing where nothing was written', () => {
    expect(excerptLog('')).toBeUndefined();
    expect(excerptLog('\n\u001B[0m\n')).toBeUndefined();
  });

  it('keeps what stands around errors and the end, and marks what is left out', () => {
    const lines = [...numbered(500, 'before'), '##[error]It broke', ...numbered(5_000, 'after')];
    const excerpt = excerptLog(lines.join('\n')) ?? '';
    expect(excerpt.startsWith('...\nbefore 485\n')).toBe(true);
    expect(excerpt).toContain('before 499\n##[error]It broke\nafter 0');
    expect(excerpt).toContain('after 4\n...\n');
    expect(excerpt.endsWith('after 4999')).toBe(true);
    expect(excerpt.length).toBeLessThan(21_000);
  });

  it('stays small however large the log, its lines or the number of errors', () => {
    const long = 'x'.repeat(50_000);
    const errors = numbered(20_000).map((line) => `##[error]${line}`);
    for (const log of [long, `${long}\n`.repeat(20), errors.join('\n')]) {
      expect((excerptLog(log) ?? '').length).toBeLessThan(22_000);
    }
  });

  it('shows no half of a credential, where the log is cut or a line', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    const cut = `${token} ${'x'.repeat(199_960)}`;
    expect(excerptLog(`${'y'.repeat(300)}${cut}\nend`)).not.toContain('aaa');
    expect(excerptLog(`${'z'.repeat(980)} ${token}`)).not.toContain('aaa');
  });
});
