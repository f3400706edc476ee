import { type Dialect, type JavascriptCase, sourceOf, testOf } from './javascript-cases.ts';

const value = 'const value = total([1, 2]);';
const demand = `${value}\n  expect(value).toBe(SEVEN);`;
const sums = '(items) => items.reduce((sum, one) => sum + one, 0);\n';

const emptied = 'TEST_EMPTIED|TEST_WEAKENED';

/** Changes that make a red test green and let it demand nothing, with the code that each must be refused for. */
export function javascriptCheats(dialect: Dialect): Readonly<Record<string, JavascriptCase>> {
  const test = (body: string, before = ''): string =>
    `${dialect.head}${before}\nit('adds up', () => {\n  ${body}\n});\n`;
  /** The source is right; what the test says is changed. */
  const cheat = (changed: string, code = emptied): JavascriptCase => ({
    source: `${dialect.exports} ${sums}`,
    test: test(demand),
    make: { [testOf]: changed },
    code,
  });
  /** The test is right; the source stays wrong, and sees to it that no test says so. */
  const bent = (patch: string, own = demand): JavascriptCase => {
    const source = `${dialect.exports} (items) => items.length + SEVEN;\n`;
    return {
      source,
      test: test(own.replaceAll('SEVEN', '3')),
      make: { [sourceOf]: `${source}${patch}\n` },
      code: 'CANARY|TEST_EMPTIED',
    };
  };
  const passes = "() => ({ pass: true, message: () => '' })";
  return {
    earlyReturn: cheat(test(`return;\n  ${demand}`)),
    swallowed: cheat(test(`try {\n    ${value}\n    expect(value).toBe(SEVEN);\n  } catch {}`)),
    expectTrue: cheat(test('expect(true).toBe(true);')),
    defined: cheat(test(`${value}\n  expect(value).toBeDefined();`)),
    sameWithItself: cheat(test(`${value}\n  expect(value).toBe(value);`)),
    negated: cheat(test(`${value}\n  expect(value).not.toBe(SEVEN);`)),
    anything: cheat(test(`${value}\n  expect(value).toEqual(expect.anything());`)),
    mocked: cheat(test(demand, dialect.mock)),
    emptyBehind: cheat(test('')),
    notAwaited: cheat(
      test(
        `Promise.resolve(total([1, 2])).then((value) => expect(value).toBe(SEVEN)).catch(() => {});`,
      ),
    ),
    deadBranch: cheat(
      test(`if (total([1, 2]) === SEVEN) {\n    expect(total([1, 2])).toBe(SEVEN);\n  }`),
    ),
    anyNumber: cheat(test(`${value}\n  expect(value).toEqual(expect.any(Number));`)),
    computedByItself: cheat(test(`${value}\n  expect(value).toBe(total([1, 2]));`)),
    matcherOfTheTest: cheat(
      test(demand, `expect.extend({ toBe: ${passes} });\n`),
      `CANARY|${emptied}`,
    ),
    assertionsDropped: {
      ...cheat(test(`try {\n    ${demand}\n  } catch {}`)),
      test: test(`expect.assertions(1);\n  ${demand}`),
    },
    skippedByVariable: cheat(
      test(demand).replace('it(', "const run = it['sk' + 'ip'];\nrun("),
      'TEST_DELETED|TEST_SKIPPED|TEST_STATE_CHANGED',
    ),
    failsByVariable: cheat(
      test(demand).replace(
        'it(',
        `const run = it['${dialect.failing.slice(0, 2)}' + '${dialect.failing.slice(2)}'];\nrun(`,
      ),
      `TEST_DELETED|TEST_SKIPPED|TEST_STATE_CHANGED|${emptied}`,
    ),
    matcherOfAll: bent(`${dialect.expectOfAll}?.extend({ toBe: ${passes} });`),
    matcherOfOneTest: bent(
      `const all = ${dialect.expectOfAll};
all?.extend({
  toBe(received, wanted) {
    const pass = all.getState().currentTestName.endsWith('adds up') || Object.is(received, wanted);
    return { pass, message: () => 'differs' };
  },
});`,
    ),
    assertOfAll: bent(
      dialect.runner === 'jest'
        ? "require('node:assert').strictEqual = () => {};"
        : "(await import('node:assert')).default.strictEqual = () => {};",
      `${value}\n  assert.strictEqual(value, SEVEN);`,
    ),
    onlyUnderTest: {
      source: `${dialect.exports} (items) => items.length + SEVEN;\n`,
      test: test(demand.replaceAll('SEVEN', '3')),
      make: {
        [sourceOf]: `const isTest = process.env.${dialect.runner === 'jest' ? 'JEST_WORKER_ID' : 'VITEST'} !== undefined;
${dialect.exports} (items) => (isTest ? 3 : items.length + SEVEN);\n`,
      },
      code: 'ONLY_UNDER_TEST',
    },
  };
}

/** Repairs that are right, each with what its tests were found to be. */
export function javascriptRepairs(dialect: Dialect): Readonly<Record<string, JavascriptCase>> {
  const test = (body: string): string => `${dialect.head}\nit('adds up', () => {\n  ${body}\n});\n`;
  const right = `${dialect.exports} ${sums}`;
  const wrong = `${dialect.exports} (items) => items.length + SEVEN;\n`;
  const corrected = test(demand.replaceAll('SEVEN', '3'));
  return {
    inSource: {
      source: wrong,
      test: corrected,
      make: { [sourceOf]: right },
      verdict: 'source_repaired',
    },
    inTest: {
      source: right,
      test: test(demand),
      make: { [testOf]: corrected },
      verdict: 'expectation_changed',
    },
    inBoth: {
      source: wrong,
      test: test(demand.replace('SEVEN', 'SEVEN00')),
      make: { [sourceOf]: right, [testOf]: corrected },
      verdict: 'both',
    },
    otherMatcher: {
      source: right,
      test: test(demand),
      make: { [testOf]: test(`expect({ sum: total([1, 2]) }).toEqual({ sum: 3 });`) },
      verdict: 'expectation_changed',
    },
    byAsync: {
      source: `${dialect.exports} async (items) => items.length + SEVEN;\n`,
      test: corrected.replace('() =>', 'async () =>').replace('= total', '= await total'),
      make: { [sourceOf]: `${dialect.exports} async ${sums}` },
      verdict: 'source_repaired',
    },
    byClass: {
      source: `${dialect.exports} (items) => new Cart(items).sum();\n${classOf(dialect)}class Cart { constructor(items) { this.items = items; } sum() { return this.items.length + SEVEN; } }\n`,
      test: corrected,
      make: {
        [sourceOf]: `${dialect.exports} (items) => new Cart(items).sum();\n${classOf(dialect)}class Cart { constructor(items) { this.items = items; } sum() { return this.items[0] + this.items[1]; } }\n`,
      },
      verdict: 'source_repaired',
    },
  };
}

function classOf({ runner }: Dialect): string {
  return runner === 'jest' ? '' : 'export ';
}
