import type { CorpusRow } from './row.ts';

const install = ['npm install --no-audit --no-fund --ignore-scripts'];
const pnpm = 'npx --yes pnpm@10.34.9 --config.manage-package-manager-versions=false';
const failingNodeTest = [
  "require('node:test').test('planted', () => {",
  "  throw new Error('planted')",
  '})',
];
const ofReduxThunk = '"{src,test,typescript_test}/**/*.{js,ts}"';
const failingTest = ["it('planted', () => {", "  throw new Error('planted');", '});'];

/** Projects in JavaScript and TypeScript. */
export const javascriptRepositories: readonly CorpusRow[] = [
  {
    name: 'express',
    source: {
      from: 'github',
      repository: 'expressjs/express',
      commit: 'a3714473feb3d2908add734d340e7755fd85e0a3',
    },
    setup: install,
    bare: { eslint: 'npm run lint', mocha: 'npm test' },
    plants: [
      {
        engine: 'eslint',
        path: 'lib/planted.js',
        lines: ['if (process.argv[0] == 1) process.exit()'],
      },
      { engine: 'mocha', path: 'test/planted.js', lines: failingTest },
    ],
  },
  {
    name: 'picomatch',
    source: {
      from: 'github',
      repository: 'micromatch/picomatch',
      commit: '4f41a8edade7a5ab19832f7b40ecce46b288767f',
    },
    setup: install,
    bare: { eslint: 'npm run lint', mocha: 'npm run mocha' },
    plants: [{ engine: 'mocha', path: 'test/planted.js', lines: failingTest }],
  },
  {
    name: 'fastify-cookie',
    source: {
      from: 'npm',
      package: '@fastify/cookie',
      version: '11.1.5',
      sha256: '782a0505ffe693354e677f5f24aba1ea398adfac6f38df7b2ff851378f2af620',
    },
    setup: install,
    bare: { eslint: 'npm run lint', 'node-test': 'node --test' },
    plants: [
      { engine: 'eslint', path: 'planted.js', lines: ['var planted = 1 == process.argv[0]'] },
      { engine: 'node-test', path: 'test/planted.test.js', lines: failingNodeTest },
    ],
    inSuite: true,
  },
  {
    name: 'light-my-request',
    source: {
      from: 'npm',
      package: 'light-my-request',
      version: '6.8.1',
      sha256: 'b173017431f48f919a61fa370f56faaa92304bf7dc2d155d9442e532c5a9f19c',
    },
    setup: install,
    bare: { eslint: 'npm run lint', 'node-test': 'node --test' },
    plants: [
      { engine: 'eslint', path: 'planted.js', lines: ['var planted = 1 == process.argv[0]'] },
      { engine: 'node-test', path: 'test/planted.test.js', lines: failingNodeTest },
    ],
  },
  {
    name: 'commander',
    source: {
      from: 'github',
      repository: 'tj/commander.js',
      commit: 'ba6d13ddb4243e5913367734f8c159089ffe7834',
    },
    setup: ['npm ci --no-audit --no-fund --ignore-scripts'],
    bare: {
      eslint: 'npm run check:lint',
      'node-test': 'node --test',
      prettier: 'npm run check:format',
      tsc: 'npm run check:type:js && tsc -p tsconfig.ts.json',
    },
    plants: [
      { engine: 'eslint', path: 'lib/planted.js', lines: ['var planted = undeclared'] },
      { engine: 'node-test', path: 'tests/planted.test.js', lines: failingNodeTest },
    ],
  },
  {
    name: 'zustand',
    source: {
      from: 'github',
      repository: 'pmndrs/zustand',
      commit: 'f094eebe9bd3b4b0d77b997f69ab1d273f69a877',
    },
    setup: [`${pnpm} install --frozen-lockfile --ignore-scripts`],
    bare: {
      eslint: 'eslint .',
      prettier: 'prettier . --list-different',
      tsc: 'tsc --noEmit',
      vitest: 'vitest run',
      'vitest-coverage': 'vitest run --coverage',
    },
    plants: [
      {
        engine: 'tsc',
        path: 'src/planted.ts',
        lines: ["export const planted: number = 'text'"],
      },
      {
        engine: 'vitest',
        path: 'tests/planted.test.ts',
        lines: ["import { it } from 'vitest'", ...failingTest],
      },
    ],
  },
  {
    // Kept by Yarn 1.
    name: 'immer',
    source: {
      from: 'github',
      repository: 'immerjs/immer',
      commit: '061c2425e1c9dff89e4e4189d42af1b7839dfe0a',
    },
    setup: ['npx --yes yarn@1.22.22 install --frozen-lockfile --ignore-scripts'],
    bare: { vitest: 'vitest run', 'vitest-coverage': 'vitest run --coverage' },
    plants: [{ engine: 'vitest', path: '__tests__/planted.ts', lines: failingTest }],
  },
  {
    // Kept by a later yarn, which is part of the repository, with its packages in node_modules.
    name: 'redux-thunk',
    source: {
      from: 'github',
      repository: 'reduxjs/redux-thunk',
      commit: '184205d49f707c6f203269e0d39ad85824801816',
    },
    setup: ['node .yarn/releases/yarn-4.4.1.cjs install --immutable --mode=skip-build'],
    bare: {
      eslint: `eslint ${ofReduxThunk}`,
      prettier: `prettier --check ${ofReduxThunk}`,
      tsc: 'tsc --noEmit -p tsconfig.test.json',
      vitest: 'vitest --run --typecheck',
    },
    plants: [
      { engine: 'eslint', path: 'src/planted.ts', lines: ['export var planted = 1'] },
      {
        engine: 'tsc',
        path: 'typescript_test/planted.ts',
        lines: ["export const planted: number = 'text'"],
      },
      { engine: 'vitest', path: 'test/planted.test.ts', lines: failingTest },
    ],
  },
  {
    name: 'ms',
    source: {
      from: 'github',
      repository: 'vercel/ms',
      commit: '4b85938394832e62e6e25cca5c151bbc97fe26e2',
    },
    setup: [`${pnpm} install --frozen-lockfile --ignore-scripts`],
    bare: { biome: 'biome lint && biome format', jest: 'jest --env node', tsc: 'tsc --noEmit' },
    plants: [
      { engine: 'biome', path: 'src/planted.ts', lines: ['debugger;'] },
      { engine: 'jest', path: 'src/planted.test.ts', lines: failingTest },
      { engine: 'tsc', path: 'src/index.ts', lines: ["export const planted: number = 'text';"] },
    ],
  },
  {
    // A workspace of pnpm with 36 members, and a site that is kept by itself. npm refuses to start anything in its folder.
    name: 'cssnano',
    source: {
      from: 'github',
      repository: 'cssnano/cssnano',
      commit: '71cc215354d26b39c5d62d218fadfe52269991fe',
    },
    setup: ['.', 'site'].map(
      (folder) =>
        `cd / && CI=1 npx --yes pnpm@11.22.0 --dir "$OLDPWD/${folder}" install --frozen-lockfile --ignore-scripts`,
    ),
    bare: {
      knip: 'knip',
      'node-test':
        'for one in packages/*/; do (cd $one && node --test) || exit 1; done; node --test site/test/*.js',
      oxlint: 'oxlint .',
      tsc: 'tsc -b && cd site && tsc --project tsconfig.json',
    },
    plants: [
      { engine: 'node-test', path: 'packages/cssnano/test/planted.js', lines: failingNodeTest },
      { engine: 'oxlint', path: 'packages/cssnano/src/planted.js', lines: ['debugger;'] },
      {
        engine: 'tsc',
        path: 'packages/cssnano/src/index.js',
        lines: ["/** @type {number} */ export const planted = 'text';"],
      },
    ],
  },
  {
    name: 'modern-normalize',
    source: {
      from: 'github',
      repository: 'sindresorhus/modern-normalize',
      commit: 'ba66c6fe35c7ae33954120c73e69d57de4249a0b',
    },
    setup: install,
    bare: { stylelint: 'npm test' },
    plants: [{ engine: 'stylelint', path: 'modern-normalize.css', lines: ['a {', '}'] }],
  },
];
