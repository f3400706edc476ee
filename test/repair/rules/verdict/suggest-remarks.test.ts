import { describe, expect, it } from 'vitest';
import { eslint } from '#engines/eslint/engine.ts';
import { mypy } from '#engines/mypy/engine.ts';
import { ruff } from '#engines/ruff/engine.ts';
import type { RejectionCode } from '#repair/rules/verdict/rejection.ts';
import { type RemarksToSuggest, suggestRemarks } from '#repair/rules/verdict/suggest-remarks.ts';
import { add, edit } from './diffs.ts';

const because = (...codes: readonly RejectionCode[]) =>
  codes.map((code) => ({ code, sentence: 'It is so.' }));

const suggest = (engine: RemarksToSuggest['engine'], before: string, after: string) =>
  suggestRemarks({
    diff: [edit('a.py', before, after)],
    reasons: because('SUPPRESSION_ADDED'),
    engine,
  });

describe('remarks that silence a finding by its rule', () => {
  it('are suggested on their lines', () => {
    const before = 'import os\nimport sys\n\nx: int = ""\n';
    const after = 'import os  # noqa: F401\nimport sys\n\nx: int = ""\n';
    expect(suggest(ruff, before, after)).toEqual([
      {
        tool: 'ruff',
        path: 'a.py',
        line: 1,
        before: 'import os',
        after: 'import os  # noqa: F401',
      },
    ]);
    const typed = before.replace('""', '""  # type: ignore[assignment]');
    expect(suggest(mypy, before, typed)).toMatchObject([{ line: 4, before: 'x: int = ""' }]);
  });

  it('may have a line of their own', () => {
    const before = 'a();\ndebugger;\n';
    const after = 'a();\n// eslint-disable-next-line no-debugger\ndebugger;\n';
    expect(suggest(eslint, before, after)).toEqual([
      {
        tool: 'eslint',
        path: 'a.py',
        line: 2,
        before: 'debugger;',
        after: '// eslint-disable-next-line no-debugger\ndebugger;',
      },
    ]);
  });

  it.each([
    ['name no rule', 'import os\n', 'import os  # noqa\n'],
    ['come with other changes', 'import os\nx = 1\n', 'import os  # noqa: F401\nx = 2\n'],
    ['come with a rewritten line', 'import os\n', 'import  os  # noqa: F401\n'],
  ])('are not suggested where they %s', (_, before, after) => {
    expect(suggest(ruff, before, after)).toEqual([]);
  });

  it('are not suggested beside another fault, in a new file, or without a fault', () => {
    const diff = [edit('a.py', 'import os\n', 'import os  # noqa: F401\n')];
    const both = because('SUPPRESSION_ADDED', 'CONFIG_CHANGED');
    expect(suggestRemarks({ diff, reasons: both, engine: ruff })).toEqual([]);
    expect(suggestRemarks({ diff, reasons: [], engine: ruff })).toEqual([]);
    const made = [add('b.py', 'import os  # noqa: F401\n')];
    const reasons = because('SUPPRESSION_ADDED');
    expect(suggestRemarks({ diff: made, reasons, engine: ruff })).toEqual([]);
  });
});
