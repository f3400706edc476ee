import { describe, it } from 'vitest';
import { expectVerdicts } from './case-project.ts';
import { otherPythonCases } from './other-python-cases.ts';
import { pythonCases } from './python-cases.ts';
import { lintCases, typeCases } from './script-cases.ts';

describe('what was judged is judged after a repair, and what is found is told', () => {
  it('whatever words or turns of Python would hide it', () => expectVerdicts(pythonCases));

  it('whatever would hide it from other tools of Python', () => expectVerdicts(otherPythonCases));

  it('whatever would hide it in scripts', () => expectVerdicts(lintCases));

  it('whatever would hide it in types', () => expectVerdicts(typeCases));
});
