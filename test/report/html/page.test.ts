import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '#report/html/page.ts';
import { aChecked, aFullReport, aReport, aReported } from '../check-reports.ts';

const contentOf = (page: string, tag: string) =>
  new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const bodyOf = (page: string) => page.slice(page.indexOf('<body>'), page.indexOf('<script>'));

describe('the page', () => {
  const page = renderHtml(aFullReport());

  it('allows exactly its own style and script, and nothing from elsewhere', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
    expect(policy).toBe(
      [
        "default-src 'none'",
        `style-src '${hashOf(contentOf(page, 'style'))}'`,
        `script-src '${hashOf(contentOf(page, 'script'))}'`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    );
    expect(page.match(/<script|<style/g)).toHaveLength(2);
    expect(page).not.toMatch(/\s(?:src|href|style|on\w+)=/);
  });

  it('has a script that a browser can parse', () => {
    expect(() => new Script(contentOf(page, 'script'))).not.toThrow();
  });

  it('shows everything without a script, the filter apart', () => {
    expect(page).toContain('<form id="filter" hidden>');
    expect(bodyOf(page).match(/\bhidden\b/g)).toHaveLength(1);
  });

  it('says the verdict, the base, the totals and every part', () => {
    const body = bodyOf(page);
    for (const part of [
      'No reliable result from mypy',
      'Compared with 1111111 (origin/main).',
      '<b>3</b><span>new</span>',
      '<b>1</b><span>fixed</span>',
      '<b>1</b><span>tolerated</span>',
      'INTERNAL ERROR',
      'engines.eslint.paths is empty',
      'packages/api',
      'lost tests: also test_cart.',
      'One file could not be collected.',
      'the merge base holds a baseline.',
      'Exit code 3.',
    ]) {
      expect(body).toContain(part);
    }
  });

  it('marks every finding with what the filter asks for', () => {
    expect(page.match(/<li data-[^>]+>/g)).toEqual([
      '<li data-engine="ruff" data-status="new" data-severity="high">',
      '<li data-engine="ruff" data-status="tolerated" data-severity="low">',
      '<li data-engine="pytest" data-status="new" data-severity="blocker">',
      '<li data-engine="ruff" data-status="new" data-severity="medium">',
    ]);
  });

  it('puts files with new findings first, and in a file the new ones first', () => {
    const old = aReported({ status: 'tolerated', line: 1, message: 'old' });
    const findings = [
      { ...old, filePath: 'a.py' },
      { ...old, filePath: 'b.py' },
      aReported({ filePath: 'b.py', line: 9 }),
    ];
    const sorted = renderHtml(aReport({ engines: [aChecked(findings)] }));
    expect(sorted.match(/<summary><code>\w\.py|data-status="\w+"/g)).toEqual([
      '<summary><code>b.py',
      'data-status="new"',
      'data-status="tolerated"',
      '<summary><code>a.py',
      'data-status="tolerated"',
    ]);
  });
});
