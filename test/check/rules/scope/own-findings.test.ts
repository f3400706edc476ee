import { describe, expect, it } from 'vitest';
import { ownFindings } from '#check/rules/scope/own-findings.ts';

const at = (filePath: string) => ({ filePath });
const findings = [{}, at('a.py'), at('api/a.py'), at('api/core/a.py'), at('apis/a.py')];

describe('what a run says of the files of a run further down', () => {
  it.each([
    ['nothing is left out without another root', ['.'], '.', [0, 1, 2, 3, 4]],
    ['the inner root answers for its files', ['.', 'api'], '.', [0, 1, 4]],
    ['and what is further down for its own', ['.', 'api', 'api/core'], 'api', [0, 1, 2, 4]],
    ['the innermost leaves nothing out', ['.', 'api', 'api/core'], 'api/core', [0, 1, 2, 3, 4]],
  ])('%s', (_name, roots, root, kept) => {
    const all = roots.map((one) => ({ engine: 'mypy', root: one }));
    expect(ownFindings(findings, { engine: 'mypy', root }, all)).toEqual(
      kept.map((index) => findings[index]),
    );
  });

  it('is left out for the same engine alone', () => {
    const all = [{ engine: 'pylint', root: 'api' }];
    expect(ownFindings(findings, { engine: 'mypy', root: '.' }, all)).toEqual(findings);
  });
});
