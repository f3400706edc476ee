import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#report/markdown/markdown.ts';
import { aChecked, aFailed, aFullReport, aReport, aReported } from '../check-reports.ts';

const ofMessage = (message: string) =>
  renderMarkdown(aReport({ exit: 1, engines: [aChecked([aReported({ message })])] }));

const manyFindings = (count: number, message: string) =>
  aReport({
    exit: 1,
    engines: [
      aChecked(Array.from({ length: count }, (_, at) => aReported({ line: at + 1, message }))),
    ],
  });

describe('the report in Markdown', () => {
  it('begins with the verdict', () => {
    expect(renderMarkdown(aReport({ engines: [aChecked([])] }))).toMatch(/^### ✅ Nothing found\n/);
    expect(renderMarkdown(manyFindings(1, 'x'))).toMatch(/^### ❌ 1 new finding\n/);
    expect(renderMarkdown(aFullReport())).toMatch(/^### ⚠️ No reliable result from mypy/);
  });

  it('has a table of the engines', () => {
    const text = renderMarkdown(aFullReport());
    expect(text).toContain(
      '| pytest 9&#46;1&#46;1 | target | findings, partial | 1 | 0 | 0 | 12.3 s | run |',
    );
    expect(text).toContain('| mypy 0&#46;16&#46;9 | target | failed | - | - | - | 0.4 s | run |');
  });

  it('folds engine errors', () => {
    expect(renderMarkdown(aFullReport())).toMatch(
      /<details><summary><b>mypy failed<\/b>[^\n]+<\/summary>\n<code>[^\n]+\n<pre>[^\n]+<\/pre>\n<\/details>\n/,
    );
  });

  it('tells the losses', () => {
    expect(renderMarkdown(aFullReport())).toContain(
      '#### Worse than before\n\n- lost tests&#58; also test&#95;cart&#46;\n',
    );
  });

  it('lists fifty findings and counts the rest', () => {
    const text = renderMarkdown(manyFindings(60, 'short'));
    expect(text.match(/^- /gm)).toHaveLength(50);
    expect(text).toContain('\n\nand 10 more\n');
  });

  it('fits into a comment, whatever the tools say', () => {
    const failed = Array.from({ length: 30 }, (_, at) =>
      aFailed(`engine${at}`, { message: '|'.repeat(9_000), stderrExcerpt: '<'.repeat(4_000) }),
    );
    const { engines } = manyFindings(60, '|'.repeat(500));
    const text = renderMarkdown(aReport({ exit: 3, engines: [...engines, ...failed] }));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/^and \d+ more engine errors$/m);
  });

  it.each([
    ['a mention', 'ask @octocat', /@/],
    ['a reference', 'see #12', /#(?!\d+;|### )12/],
    ['a link', 'see https://x.example and www.x.example', /:\/\/|www\.x/],
    ['a link with a text', '[click](https://x.example)', /\]\(/],
    ['an image', '![x](https://x.example/y.png)', /!\[/],
    ['HTML', '<img src=x onerror=alert(1)></code><script>', /<img|<script/],
    ['the end of code', '`a` ``b`` **c** _d_ ~~e~~', /[`*_~]/],
    ['a cell', 'a | b', /^- .*[|]/m],
    ['a heading', 'x\n# y', /^# y/m],
  ])('shows %s as text', (_, message, active) => {
    expect(ofMessage(message)).not.toMatch(active);
  });

  it('pings nobody by what an engine error says', () => {
    const text = renderMarkdown(
      aReport({ exit: 3, engines: [aFailed('eslint', { message: 'install @octocat, see #12' })] }),
    );
    expect(text).toContain('&#64;\u{200B}octocat');
    expect(text).toContain('&#35;\u{200B}12');
  });
});
