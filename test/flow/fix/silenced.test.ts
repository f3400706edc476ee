import { describe, expect, it } from 'vitest';
import { rightVerdicts, verdictsOn } from './case-project.ts';
import { otherPythonCases } from './other-python-cases.ts';
import { pythonCases } from './python-cases.ts';
import { lintCases, typeCases } from './script-cases.ts';

describe('what was judged is judged after a repair, and what is found is told', () => {
  it.each([
    ['Python', pythonCases],
    ['other tools of Python', otherPythonCases],
    ['scripts', lintCases],
    ['types of scripts', typeCases],
  ])('whatever words or turns would hide it: %s', async (_, project) => {
    expect(await verdictsOn(project)).toEqual(rightVerdicts(project));
  });
});
