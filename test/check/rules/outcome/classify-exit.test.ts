import { describe, expect, it } from 'vitest';
import type { ExitCategory } from '#model/engine-outcome.ts';
import { classifyExit, type ExitFacts } from '#check/rules/outcome/classify-exit.ts';
import type { Convention, ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

type Expected = `${ExitCategory} ${number}`;
type Code = 0 | 1 | 2 | 32;
/** What a code means without findings, and with them. */
type Row = readonly [none: Expected, some: Expected];

const plain = ['unknown', 'diagnostic'] as const;
const bare: Record<Code, Row> = {
  0: ['success 0', 'diagnostic 0'],
  1: [`${plain[0]} 1`, `${plain[1]} 1`],
  2: [`${plain[0]} 2`, `${plain[1]} 2`],
  32: [`${plain[0]} 32`, `${plain[1]} 32`],
};

interface Group {
  readonly catalog: ExitCatalog;
  readonly action?: ExitFacts['action'];
  readonly codes: Record<Code, Row>;
}

type Field = keyof Pick<ExitCatalog, 'exitCodes' | 'isFix' | 'ignoreExit'> | Convention | 'nothing';

const groups: Record<Field | 'fix action', Group> = {
  nothing: { catalog: {}, codes: bare },
  exitCodes: {
    catalog: { exitCodes: { success: [2], diagnostic: [1], toolFailure: [32] } },
    codes: {
      0: bare[0],
      1: ['diagnostic 1', 'diagnostic 1'],
      2: ['success 0', 'success 0'],
      32: ['tool_failure 32', 'tool_failure 32'],
    },
  },
  pylint: {
    catalog: { convention: 'pylint' },
    codes: {
      0: bare[0],
      1: ['tool_failure 1', 'diagnostic 1'],
      2: ['diagnostic 2', 'diagnostic 2'],
      32: ['tool_failure 32', 'diagnostic 32'],
    },
  },
  tombi: {
    catalog: { convention: 'tombi' },
    codes: { ...bare, 1: ['diagnostic 1', 'diagnostic 1'] },
  },
  isFix: { catalog: { isFix: true }, codes: { ...bare, 1: ['success 0', 'diagnostic 1'] } },
  'fix action': {
    catalog: {},
    action: 'fix',
    codes: { ...bare, 1: ['success 0', 'diagnostic 1'] },
  },
  ignoreExit: {
    catalog: { ignoreExit: [2, 32] },
    codes: { ...bare, 2: ['success 0', 'diagnostic 2'], 32: ['success 0', 'diagnostic 32'] },
  },
};

const cases = Object.entries(groups).flatMap(([group, { catalog, action, codes }]) =>
  Object.entries(codes).flatMap(([code, row]) =>
    row.map((expected, some) => ({
      group,
      expected,
      facts: { catalog, code: Number(code), hasDiagnostics: some === 1, action: action ?? 'check' },
    })),
  ),
);

describe('classifyExit', () => {
  it.each(cases)(
    'with $group: $facts.code, findings $facts.hasDiagnostics: $expected',
    ({ facts, expected }) => {
      expect(told(facts)).toBe(expected);
    },
  );

  it('gives a reason that names the code', () => {
    const silent = cases.filter(({ facts }) => {
      const { why } = classifyExit(facts);
      return !why.endsWith('.') || (facts.code > 1 && !why.includes(String(facts.code)));
    });
    expect(silent).toEqual([]);
  });
});

/** Each row would get the second answer if the order of the questions were another. */
const order: Record<string, readonly [Partial<ExitFacts>, Expected, not: Expected]> = {
  'a listed failure goes before a listed success': [
    { catalog: { exitCodes: { toolFailure: [3], success: [3], diagnostic: [3] } } },
    'tool_failure 3',
    'success 0',
  ],
  'a listed success goes before listed findings': [
    { catalog: { exitCodes: { success: [3], diagnostic: [3] } } },
    'success 0',
    'diagnostic 3',
  ],
  'a listed failure holds even when there are findings': [
    { catalog: { exitCodes: { toolFailure: [3] } }, hasDiagnostics: true },
    'tool_failure 3',
    'diagnostic 3',
  ],
  'a listed success holds even when there are findings': [
    { catalog: { exitCodes: { success: [3] } }, hasDiagnostics: true },
    'success 0',
    'diagnostic 3',
  ],
  'a listed zero can be a failure': [
    { catalog: { exitCodes: { toolFailure: [0] } }, code: 0 },
    'tool_failure 0',
    'success 0',
  ],
  'findings go before a convention': [
    { catalog: { convention: 'pylint' }, code: 33, hasDiagnostics: true },
    'diagnostic 33',
    'tool_failure 33',
  ],
  'findings go before the 1 of a fixer': [
    { action: 'fix', code: 1, hasDiagnostics: true },
    'diagnostic 1',
    'success 0',
  ],
  'findings go before an ignored code': [
    { catalog: { ignoreExit: [3] }, hasDiagnostics: true },
    'diagnostic 3',
    'success 0',
  ],
  'a convention goes before an ignored code': [
    { catalog: { convention: 'pylint', ignoreExit: [4] }, code: 4 },
    'diagnostic 4',
    'success 0',
  ],
  'a listed code goes before a convention': [
    { catalog: { convention: 'tombi', exitCodes: { success: [1] } }, code: 1 },
    'success 0',
    'diagnostic 1',
  ],
  'a list can widen what a fixer may exit with': [
    { catalog: { isFix: true, exitCodes: { success: [3] } } },
    'success 0',
    'unknown 3',
  ],
  'a list can take the 1 of a fixer back': [
    { catalog: { isFix: true, exitCodes: { toolFailure: [1] } }, code: 1 },
    'tool_failure 1',
    'success 0',
  ],
  'a fixer that exits with 2 is not explained': [
    { catalog: { isFix: true }, code: 2 },
    'unknown 2',
    'success 0',
  ],
};

describe('the order of the questions', () => {
  it.each(Object.entries(order))('%s', (_what, [given, expected, not]) => {
    const facts = {
      catalog: {},
      code: 3,
      hasDiagnostics: false,
      action: 'check',
      ...given,
    } as const;
    expect(told(facts)).toBe(expected);
    expect(told(facts)).not.toBe(not);
  });
});

describe('the bits of pylint', () => {
  const codes = Array.from({ length: 64 }, (_, code) => code);

  it('are a failure exactly with 1 or 32 among them', () => {
    const failures = codes.filter((code) => pylint(code) === 'tool_failure');
    expect(failures).toEqual(codes.filter((code) => code % 2 === 1 || code >= 32));
  });

  it('are findings for each sum of 2, 4, 8 and 16', () => {
    const found = codes.filter((code) => pylint(code) === 'diagnostic');
    expect(found).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]);
  });

  it('mean nothing above 63 or below 0', () => {
    expect([64, 127, 255, -1].map((code) => pylint(code))).toEqual(Array(4).fill('unknown'));
  });
});

function told(facts: ExitFacts): string {
  const { category, exit } = classifyExit(facts);
  return `${category} ${exit}`;
}

function pylint(code: number): ExitCategory {
  const catalog: ExitCatalog = { convention: 'pylint' };
  return classifyExit({ catalog, code, hasDiagnostics: false, action: 'check' }).category;
}
