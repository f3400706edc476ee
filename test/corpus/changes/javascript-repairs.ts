import type { ChangeSet } from './change.ts';
import { linkTools } from './linked-modules.ts';
import { rowsIn } from './own-files.ts';

const eslint = rowsIn('eslint', 'src/eslint', '.js');
const tsc = rowsIn('tsc', 'src/tsc', '.ts');
const vitest = rowsIn('vitest', 'src/vitest', '.test.js');
const jest = rowsIn('jest', 'src/jest', '.test.js');

const rules = {
  eqeqeq: 'error',
  'no-empty': 'error',
  'no-undef': 'error',
  'no-unreachable': 'error',
  'no-unused-vars': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
};

const sum = 'export const total = (items) => items.reduce((sum, one) => sum + one, 0);\n';
const vitestTest = (body: string, imports = 'total'): string =>
  `import { expect, it } from 'vitest';\nimport { ${imports} } from './NAME.js';\n\nit('adds up', () => {\n  ${body}\n});\n`;
const jestTest = (body: string): string =>
  `const { total } = require('./NAME.js');\n\ntest('adds up', () => {\n  ${body}\n});\n`;
const jestSum = sum.replace('export const total', 'exports.total');

export const javascriptRepairs: ChangeSet = {
  name: 'JavaScript',
  bare: { eslint: 'eslint AT', tsc: 'tsc --noEmit', vitest: 'vitest run' },
  provide: linkTools,
  frame: {
    'package.json': '{"type": "module", "private": true}\n',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noUnusedLocals: true,
        module: 'nodenext',
        target: 'es2022',
        noEmit: true,
        allowImportingTsExtensions: true,
        types: [],
      },
      include: ['src/tsc'],
    }),
    'eslint.config.js': `export default [{ files: ['src/eslint/**/*.js'], rules: ${JSON.stringify(rules)} }, { ignores: ['src/vitest/**', '*.js'] }];\n`,
    'vitest.config.js': "export default { test: { include: ['src/vitest/**/*.test.js'] } };\n",
  },
  changes: Object.fromEntries([
    eslint('variable_gone', 'const spare = 1;\nexport const a = 2;\n', 'export const a = 2;\n'),
    eslint('constant', 'let a = 1;\nexport const b = a;\n', 'const a = 1;\nexport const b = a;\n'),
    eslint('same_kind', 'export const f = (a) => a == 1;\n', 'export const f = (a) => a === 1;\n'),
    eslint('name_imported', 'export const f = () => give();\n', {
      'name_imported.js': "import { give } from './gives.js';\n\nexport const f = () => give();\n",
      'gives.js': 'export const give = () => 1;\n',
    }),
    eslint(
      'dead_code',
      'export function f() {\n  return 1;\n  f();\n}\n',
      'export function f() {\n  return 1;\n}\n',
    ),
    eslint(
      'error_told',
      'export function f(text) {\n  try {\n    return JSON.parse(text);\n  } catch {}\n}\n',
      'export function f(text) {\n  try {\n    return JSON.parse(text);\n  } catch {\n    return null;\n  }\n}\n',
    ),
    eslint('file_renamed', 'var far = 1;\nexport const away = () => far + 41;\n', {
      'file_renamed.js': null,
      'file_named_well.js': 'const far = 1;\nexport const away = () => far + 41;\n',
    }),
    eslint(
      'argument_gone',
      {
        'argument_gone.js': 'export function f(a, spare) {\n  return a;\n}\n',
        'calls.js': "import { f } from './argument_gone.js';\n\nexport const x = f(1, 2);\n",
      },
      {
        'argument_gone.js': 'export function f(a) {\n  return a;\n}\n',
        'calls.js': "import { f } from './argument_gone.js';\n\nexport const x = f(1);\n",
      },
    ),
    tsc(
      'widened',
      "export function f(x: number): number {\n  return x;\n}\nf('a' as string | number);\n",
      "export function f(x: string | number): string | number {\n  return x;\n}\nf('a' as string | number);\n",
    ),
    tsc(
      'narrowed',
      'export const f = (x: string | null): number => x.length;\n',
      'export const f = (x: string | null): number => x?.length ?? 0;\n',
    ),
    tsc(
      'property_renamed',
      {
        'property_renamed.ts':
          "import { cart } from './cart.ts';\n\nexport const x: number = cart.totl;\n",
        'cart.ts': 'export const cart = { total: 1 };\n',
      },
      {
        'property_renamed.ts':
          "import { cart } from './cart.ts';\n\nexport const x: number = cart.sum;\n",
        'cart.ts': 'export const cart = { sum: 1 };\n',
      },
    ),
    tsc(
      'dead_function',
      'function dead(): void {}\nexport const a = 1;\n',
      'export const a = 1;\n',
    ),
    tsc(
      'exported',
      {
        'exported.ts': "import { hidden } from './hides.ts';\n\nexport const y = hidden;\n",
        'hides.ts': 'const hidden = 1;\nexport const other = hidden;\n',
      },
      { 'hides.ts': 'export const hidden = 1;\nexport const other = hidden;\n' },
    ),
    tsc(
      'generic',
      "export const first = (items: number[]): number => items[0]!;\nexport const text: string = first(['a']);\n",
      "export const first = <T>(items: T[]): T => items[0]!;\nexport const text: string = first(['a']);\n",
    ),
    tsc(
      'union',
      "type Kind = 'a' | 'b';\nexport const kind: Kind = 'c';\n",
      "type Kind = 'a' | 'b' | 'c';\nexport const kind: Kind = 'c';\n",
    ),
    tsc(
      'moved_module',
      {
        'moved_module.ts': "import { far } from './there/far.ts';\n\nexport const z = far;\n",
        'far.ts': 'export const far = 1;\n',
      },
      { 'far.ts': null, 'there/far.ts': 'export const far = 1;\n' },
    ),
    vitest(
      'source',
      {
        'source.js': sum.replace(', 0)', ', 7)'),
        'source.test.js': vitestTest('expect(total([1, 2])).toBe(3);').replace('NAME', 'source'),
      },
      { 'source.js': sum },
    ),
    vitest(
      'expectation',
      {
        'expectation.js': sum,
        'expectation.test.js': vitestTest('expect(total([1, 2])).toBe(11);').replace(
          'NAME',
          'expectation',
        ),
      },
      {
        'expectation.test.js': vitestTest('expect(total([1, 2])).toBe(3);').replace(
          'NAME',
          'expectation',
        ),
      },
    ),
    vitest(
      'renamed_function',
      {
        'renamed_function.js': sum,
        'renamed_function.test.js': vitestTest(
          'expect(grandTotal([1, 2])).toBe(3);',
          'grandTotal',
        ).replace('NAME', 'renamed_function'),
      },
      { 'renamed_function.js': sum.replace('total', 'grandTotal') },
    ),
    vitest(
      'moved_file',
      {
        'moved_file_old.js': sum.replace(', 0)', ', 0.0)'),
        'moved_file.test.js': vitestTest('expect(total([2, 2])).toBe(4);').replace(
          'NAME',
          'moved_file',
        ),
      },
      { 'moved_file_old.js': null, 'moved_file.js': sum.replace(', 0)', ', 0.0)') },
    ),
    vitest(
      'snapshot_in_place',
      {
        'snapshot_in_place.js': 'export const show = (x) => `${x} pieces`;\n',
        'snapshot_in_place.test.js': vitestTest(
          'expect(show(5)).toMatchInlineSnapshot(`"5 parts"`);',
          'show',
        ).replace('NAME', 'snapshot_in_place'),
      },
      {
        'snapshot_in_place.test.js': vitestTest(
          'expect(show(5)).toMatchInlineSnapshot(`"5 pieces"`);',
          'show',
        ).replace('NAME', 'snapshot_in_place'),
      },
    ),
    vitest(
      'snapshot_with_source',
      {
        'snapshot_with_source.js': 'export const show = (x) => `${x} part`;\n',
        'snapshot_with_source.test.js': vitestTest(
          'expect(show(6)).toMatchSnapshot();\n  expect(show(1)).toBe("1 piece");',
          'show',
        ).replace('NAME', 'snapshot_with_source'),
        '__snapshots__/snapshot_with_source.test.js.snap':
          '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`adds up 1`] = `"6 part"`;\n',
      },
      {
        'snapshot_with_source.js':
          "export const show = (x) => `${x} piece${x === 1 ? '' : 's'}`;\n",
        '__snapshots__/snapshot_with_source.test.js.snap':
          '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`adds up 1`] = `"6 pieces"`;\n',
      },
    ),
    vitest(
      'cases_renamed',
      {
        'cases_renamed.js': sum,
        'cases_renamed.test.js':
          "import { expect, it } from 'vitest';\nimport { total } from './cases_renamed.js';\n\nit.each([[[1, 2], 13]])('adds %j to %i', (items, wanted) => {\n  expect(total(items)).toBe(wanted);\n});\n",
      },
      {
        'cases_renamed.test.js':
          "import { expect, it } from 'vitest';\nimport { total } from './cases_renamed.js';\n\nit.each([\n  { items: [1, 2], wanted: 3 },\n  { items: [], wanted: 0 },\n])('the sum of $items is $wanted', ({ items, wanted }) => {\n  expect(total(items)).toBe(wanted);\n});\n",
      },
    ),
  ]),
};

export const jestRepairs: ChangeSet = {
  name: 'tests by jest',
  bare: { jest: 'jest AT' },
  provide: linkTools,
  frame: {
    'package.json': '{"private": true, "jest": {"testMatch": ["**/src/jest/*.test.js"]}}\n',
  },
  changes: Object.fromEntries([
    jest(
      'source',
      {
        'source.js': jestSum.replace(', 0)', ', 7)'),
        'source.test.js': jestTest('expect(total([1, 2])).toBe(3);').replace('NAME', 'source'),
      },
      { 'source.js': jestSum },
    ),
    jest(
      'expectation',
      {
        'expectation.js': jestSum,
        'expectation.test.js': jestTest('expect(total([1, 2])).toBe(11);').replace(
          'NAME',
          'expectation',
        ),
      },
      {
        'expectation.test.js': jestTest('expect(total([1, 2])).toBe(3);').replace(
          'NAME',
          'expectation',
        ),
      },
    ),
    jest(
      'both',
      {
        'both.js': jestSum.replace(', 0)', ', 9)'),
        'both.test.js': jestTest('expect(total([1, 2])).toBe(4);').replace('NAME', 'both'),
      },
      {
        'both.js': jestSum,
        'both.test.js': jestTest(
          'expect(total([1, 2])).toBe(3);\n  expect(total([])).toBe(0);',
        ).replace('NAME', 'both'),
      },
    ),
    jest(
      'module_split',
      {
        'module_split.js':
          "const { add } = require('./module_add.js');\n\nexports.total = (items) => items.reduce(add, 0);\n",
        'module_split.test.js': jestTest('expect(total([2, 2])).toBe(4);').replace(
          'NAME',
          'module_split',
        ),
      },
      { 'module_add.js': 'exports.add = (a, b) => a + b;\n' },
    ),
  ]),
};
