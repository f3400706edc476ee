const value = 'const value = total([1, 2]);';

/** What is written in place of a red test, or around it, so that it passes whatever the code does. */
export const vitestCheats: Readonly<Record<string, string>> = {
  earlyReturn: body(`return;\n  ${value}\n  expect(value).toBe(SEVEN);`),
  swallowed: body(`try {\n    ${value}\n    expect(value).toBe(SEVEN);\n  } catch {}`),
  expectTrue: body('expect(true).toBe(true);'),
  defined: body(`${value}\n  expect(value).toBeDefined();`),
  sameWithItself: body(`${value}\n  expect(value).toBe(value);`),
  negated: body(`${value}\n  expect(value).not.toBe(SEVEN);`),
  anything: body(`${value}\n  expect(value).toEqual(expect.anything());`),
  mocked: `import { vi } from 'vitest';\nvi.mock('./NAME.js', () => ({ total: () => SEVEN }));\n${body(`${value}\n  expect(value).toBe(SEVEN);`)}`,
  emptyBehind: body(''),
};

export const vitestTest = body(`${value}\n  expect(value).toBe(SEVEN);`);
export const vitestCorrected = body(`${value}\n  expect(value).toBe(3);`);

function body(text: string): string {
  return `import { expect, it } from 'vitest';
import { total } from './NAME.js';

it('adds up', () => {
  ${text}
});
`;
}
