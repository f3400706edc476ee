import { expect, it } from 'vitest';
import { maySilence } from '#check/rules/findings/suppressions.ts';

it.each([
  ['a.sh', true],
  ['docs/ratchetr.yaml', true],
  // It names what silences a tool, so that it is counted elsewhere.
  ['ratchetr.yaml', false],
  ['.ratchetr/baseline/ruff.tsv', false],
])('%s may silence a tool that judges any file: %s', (path, may) => {
  expect(maySilence(path, { judges: /./ })).toBe(may);
});
