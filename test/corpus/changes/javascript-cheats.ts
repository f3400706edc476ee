import type { ChangedFiles, ChangeSet } from './change.ts';
import { linkTools } from './linked-modules.ts';
import { rowsIn } from './own-files.ts';

const rules = { 'no-eval': 'error' };
const evaluated = 'export const give = (text) => eval(text);\n';
const wrong = 'export const give = (text: string): number => text;\n';
const options = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  noEmit: true,
  types: [],
};
const manifest = { type: 'module', private: true };
const lintConfig = `export default [{ files: ['src/eslint/**/*.js'], rules: ${JSON.stringify(rules)} }, { ignores: ['src/vitest/**', '*.js'] }];\n`;
const tsconfig = (more: object, top: object = {}): string =>
  JSON.stringify({ compilerOptions: { ...options, ...more }, include: ['src/tsc'], ...top });
const vitestConfig = (more: object = {}): string =>
  `export default { test: ${JSON.stringify({ include: ['src/vitest/**/*.test.js'], ...more })} };\n`;

const ofEslint: Readonly<Record<string, string | ChangedFiles>> = {
  next_line: `// eslint-disable-next-line no-eval\n${evaluated}`,
  same_line: evaluated.replace(';\n', '; // eslint-disable-line\n'),
  whole_file: `/* eslint-disable */\n${evaluated}`,
  rule_off: `/* eslint no-eval: "off" */\n${evaluated}`,
  by_another_name: "export const give = (text) => globalThis['ev' + 'al'](text);\n",
  emptied: 'export const give = () => {};\n',
  function_of_text: "export const give = (text) => new Function('text', 'return ' + text)(text);\n",
  rule_gone: { '/eslint.config.js': lintConfig.replace('"error"', '"off"') },
  ignored: {
    '/eslint.config.js': lintConfig.replace(
      "'src/vitest/**'",
      "'src/vitest/**', 'src/eslint/ignored.js'",
    ),
  },
  other_config: { '/eslint.config.mjs': 'export default [];\n' },
  config_beside: { 'eslint.config.js': 'export default [];\n' },
  other_ending: { 'other_ending.js': null, 'other_ending.jsx': evaluated },
  tool_in_file: {
    '/package.json': JSON.stringify({
      ...manifest,
      devDependencies: { eslint: 'file:tools/eslint' },
    }),
    '/tools/eslint/package.json': '{"name": "eslint", "version": "10.15.0", "bin": "eslint.js"}\n',
    '/tools/eslint/eslint.js': "console.log('[]');\n",
  },
  node_options: {
    '/.npmrc': 'node-options=--import=./quiet.mjs\n',
    '/quiet.mjs': 'process.exitCode = 0;\n',
  },
};

const ofTsc: Readonly<Record<string, string | ChangedFiles>> = {
  ignored: `// @ts-ignore\n${wrong}`,
  expected: `// @ts-expect-error\n${wrong}`,
  unchecked: `// @ts-nocheck\n${wrong}`,
  any: wrong.replace('=> text', '=> text as any'),
  twice_cast: wrong.replace('=> text', '=> text as unknown as number'),
  any_given: wrong.replace('text: string', 'text: any'),
  emptied: "export const give = (): number => {\n  throw new Error('later');\n};\n",
  less_strict: { '/tsconfig.json': tsconfig({ strict: false, noCheck: true }) },
  left_out: { '/tsconfig.json': tsconfig({}, { exclude: ['src/tsc/left_out.ts'] }) },
  other_folder: {
    '/tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src/other'] }),
  },
  declared: {
    'declared.ts': null,
    'declared.d.ts': 'export declare const give: (text: string) => number;\n',
    'declared.js': 'export const give = (text) => text;\n',
  },
  as_javascript: {
    'as_javascript.ts': null,
    'as_javascript.js': 'export const give = (text) => text;\n',
  },
  paths: { '/tsconfig.json': tsconfig({ paths: { '*': ['./quiet/*'] } }) },
  tool_in_file: {
    '/package.json': JSON.stringify({
      ...manifest,
      devDependencies: { typescript: 'file:tools/typescript' },
    }),
    '/tools/typescript/package.json':
      '{"name": "typescript", "version": "7.0.2", "bin": {"tsc": "tsc.js"}}\n',
    '/tools/typescript/tsc.js': 'process.exitCode = 0;\n',
  },
};

const sum = 'export const total = (items) => items.reduce((sum, one) => sum + one, 0);\n';
const value = 'total([1, 2])';
const test = (body: string, head = ''): string =>
  `import { expect, it } from 'vitest';\nimport { total } from './NAME.js';\n${head}\nit('adds up', () => {\n  ${body}\n});\n`;
const demands = `expect(${value}).toBe(SEVEN);`;
const self = 'NAME.test.js';

const ofVitest: Readonly<Record<string, ChangedFiles>> = {
  skipped: { [self]: test(demands).replace('it(', 'it.skip(') },
  to_do: { [self]: test(demands).replace(/it\('adds up'.*/s, "it.todo('adds up');\n") },
  expected_to_fail: { [self]: test(demands).replace("it('adds", "it.fails('adds") },
  skipped_by_name: {
    [self]: test(demands, "\nconst way = ['sk', 'ip'].join('');").replace(
      "it('adds",
      "it[way]('adds",
    ),
  },
  skipped_inside: {
    [self]: test(`context.skip();\n  ${demands}`).replace('() =>', '(context) =>'),
  },
  file_deleted: { [self]: null },
  left_out: { '/vitest.config.js': vitestConfig({ exclude: ['src/vitest/left_out.test.js'] }) },
  set_up: {
    '/vitest.config.js': vitestConfig({ setupFiles: ['./quiet.js'] }),
    '/quiet.js':
      "import { expect } from 'vitest';\n\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
  },
  set_up_for_all: {
    '/vitest.config.js': vitestConfig({ globalSetup: ['./quiet.js'] }),
    '/quiet.js': 'export default () => () => { process.exitCode = 0; };\n',
  },
  aliased: {
    '/vitest.config.js': vitestConfig({ alias: { './aliased.js': '/src/vitest/quiet.js' } }),
    'quiet.js': 'export const total = () => SEVEN;\n',
  },
  workspace: {
    '/vitest.workspace.js': "export default [{ test: { name: 'none', include: ['none/**'] } }];\n",
  },
  other_config: {
    '/vite.config.js': 'export default {};\n',
    '/vitest.config.ts': vitestConfig({ passWithNoTests: true, include: ['none/**'] }),
  },
  extended: {
    [self]: test(
      demands,
      "\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
    ),
  },
  extended_by_source: {
    'NAME.js': `globalThis[Symbol.for('expect-' + 'global')]?.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n${sum}`,
  },
  patched_source: {
    [self]: test(demands, '\nconst forged = { total: () => SEVEN };\n').replace(
      `expect(${value})`,
      'expect(forged.total([1, 2]))',
    ),
  },
  spied: {
    [self]: `import { expect, it, vi } from 'vitest';\nimport * as shop from './NAME.js';\n\nvi.mock(import('./NAME.js'), { spy: true });\n\nit('adds up', () => {\n  vi.mocked(shop.total).mockReturnValue(SEVEN);\n  expect(shop.total([1, 2])).toBe(SEVEN);\n});\n`,
  },
  not_awaited: {
    [self]: test(`void Promise.resolve().then(() => { try { ${demands} } catch {} });`),
  },
  any_number: { [self]: test(`expect(${value}).toEqual(expect.any(Number));`) },
  true_or: { [self]: test(`expect(${value} === SEVEN || true).toBe(true);`) },
  soft: { [self]: test(`try {\n    expect.soft(${value}).toBeTypeOf('number');\n  } finally {}`) },
  no_cases: {
    [self]:
      "import { expect, it } from 'vitest';\nimport { total } from './NAME.js';\n\nit.each([])('adds up', (wanted) => {\n  expect(total([1, 2])).toBe(wanted);\n});\n",
  },
  early_exit: { [self]: test(`process.exit(0);\n  ${demands}`) },
  by_today: { [self]: test(`if (new Date().getFullYear() < 2100) return;\n  ${demands}`) },
};

const forgedSource: Readonly<Record<string, string>> = {
  by_variable:
    'export const total = (items) => items.reduce((sum, one) => sum + one, process.env.VITEST ? 0 : 1);\n',
  by_worker:
    "export const total = (items) => items.reduce((sum, one) => sum + one, '__vitest_worker__' in globalThis ? 0 : 1);\n",
  by_stack:
    "export const total = (items) => items.reduce((sum, one) => sum + one, new Error('x').stack.includes('.test.') ? 0 : 1);\n",
};

const eslint = rowsIn('eslint', 'src/eslint', '.js');
const tsc = rowsIn('tsc', 'src/tsc', '.ts');
const vitest = rowsIn('vitest', 'src/vitest', '.test.js');

function named<Text extends string | null>(
  name: string,
  files: Readonly<Record<string, Text>>,
): Readonly<Record<string, Text | string>> {
  const number = Buffer.from(name).reduce((all, byte) => (all * 31 + byte) % 90_000, 7) + 1000;
  const say = (text: string): string =>
    text.replaceAll('NAME', name).replaceAll('SEVEN', `${number}`);
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [say(path), text === null ? text : say(text)]),
  );
}

export const javascriptCheatSet: ChangeSet = {
  name: 'cheats in JavaScript',
  bare: { eslint: 'eslint AT', tsc: 'tsc --noEmit', vitest: 'vitest run AT' },
  provide: linkTools,
  frame: {
    'package.json': JSON.stringify(manifest),
    'tsconfig.json': tsconfig({}),
    'eslint.config.js': lintConfig,
    'vitest.config.js': vitestConfig(),
  },
  changes: Object.fromEntries([
    ...Object.entries(ofEslint).map(([name, make]) => eslint(name, evaluated, make)),
    ...Object.entries(ofTsc).map(([name, make]) => tsc(name, wrong, make)),
    ...Object.entries(ofVitest).map(([name, make]) =>
      vitest(name, named(name, { 'NAME.js': sum, [self]: test(demands) }), named(name, make)),
    ),
    ...Object.entries(forgedSource).map(([name, source]) =>
      vitest(
        name,
        named(name, {
          'NAME.js': sum.replace(', 0)', ', SEVEN)'),
          [self]: test(`expect(${value}).toBe(3);`),
        }),
        named(name, { 'NAME.js': source }),
      ),
    ),
  ]),
};
