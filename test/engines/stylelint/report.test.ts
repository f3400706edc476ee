import { describe, expect, it } from 'vitest';
import { stylelint } from '#engines/stylelint/engine.ts';
import { checkoutOf, outputOf, planOf, recorded } from '../recorded.ts';

const text = recorded('stylelint/findings.err');

describe('a report of stylelint', () => {
  it.each([{ stderr: text }, { stderr: `Deprecation warning: x\n${text}` }, { stdout: text }])(
    'becomes findings wherever it stands',
    (output) => {
      const { facts, findings } = stylelint.parse(outputOf(output));
      expect(facts).toMatchObject({ state: 'valid', findings: 3, analysed: 3 });
      expect(
        findings.map(({ kind, severity, rule, line }) => [kind, severity, rule, line]),
      ).toEqual([
        ['lint', 'high', 'block-no-empty', 1],
        ['syntax_error', 'blocker', 'CssSyntaxError', 1],
        ['lint', 'medium', 'color-named', 1],
      ]);
      expect(findings[0]?.message).toBe('Empty block');
    },
  );

  it('is absent where it broke down', () => {
    expect(stylelint.parse(outputOf({ stderr: 'Error: x' })).facts.state).toBe('unparseable');
  });
});

it('judges the style sheets of a folder, and nothing else in it', () => {
  const facts = checkoutOf({ 'src/b.css': undefined, 'src/c.ts': undefined });
  const native = stylelint.native?.(facts, { root: '.', config: null }) ?? {};
  const plan = planOf({ scope: ['src', 'a.css'], native });
  expect(stylelint.check.spec({ plan, scratch: '/s' }).args.slice(2)).toEqual([
    'src/b.css',
    'a.css',
  ]);
});

it('is absent where there is no style sheet', () => {
  const because = '.stylelintrc configures it, but no file is one that it judges';
  expect(stylelint.detect(checkoutOf({ '.stylelintrc': undefined }), '.')).toMatchObject({
    because,
  });
});
