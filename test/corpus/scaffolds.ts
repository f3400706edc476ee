import type { CorpusRow, Plant } from './row.ts';

const install = ['npm install --no-audit --no-fund --ignore-scripts'];

const wrongType = (path: string): Plant => ({
  engine: 'tsc',
  path,
  lines: ["export const planted: number = 'text'"],
});
const failingTest = (engine: string, path: string): Plant => ({
  engine,
  path,
  lines: [
    ...(engine === 'vitest' ? ["import { it } from 'vitest'"] : []),
    "it('planted', () => {",
    "  throw new Error('planted')",
    '})',
  ],
});
const debuggerLeft = (path: string): Plant => ({
  engine: 'oxlint',
  path,
  lines: ['export function planted() {', '  debugger', '}'],
});

/** New projects, as their own tools make them. */
export const scaffolds: readonly CorpusRow[] = [
  {
    name: 'vite-react-ts',
    source: {
      from: 'scaffold',
      make: 'npx --yes create-vite@9.3.0 app --template react-ts --no-interactive',
    },
    setup: install,
    bare: { oxlint: 'npm run lint', tsc: 'tsc -b' },
    plants: [wrongType('src/App.tsx'), debuggerLeft('src/planted.ts')],
    inSuite: true,
  },
  {
    name: 'vite-vue-ts',
    source: {
      from: 'scaffold',
      make: 'npx --yes create-vite@9.3.0 app --template vue-ts --no-interactive',
    },
    setup: install,
    bare: { tsc: 'vue-tsc -b' },
    plants: [wrongType('src/planted.ts')],
  },
  {
    name: 'create-vue',
    source: {
      from: 'scaffold',
      make: 'npx --yes create-vue@3.24.0 app --ts --vitest --eslint-with-prettier --router',
    },
    setup: install,
    bare: {
      eslint: 'eslint .',
      oxlint: 'oxlint .',
      tsc: 'npm run type-check',
      vitest: 'npm run test:unit -- run',
    },
    plants: [
      wrongType('src/planted.ts'),
      debuggerLeft('src/main.ts'),
      failingTest('vitest', 'src/components/__tests__/planted.spec.ts'),
    ],
  },
  {
    name: 'nest',
    source: {
      from: 'scaffold',
      make: 'npx --yes @nestjs/cli@12.0.8 new app --skip-install --skip-git --package-manager npm',
    },
    setup: install,
    bare: {
      oxlint: 'npm run lint',
      tsc: 'tsc --noEmit',
      vitest: 'npm test',
      'vitest-coverage': 'npm run test:cov',
    },
    plants: [
      wrongType('src/planted.ts'),
      debuggerLeft('src/main.ts'),
      failingTest('vitest', 'src/planted.spec.ts'),
    ],
  },
  {
    // It is made with three files that its own formatter would write otherwise.
    name: 'svelte',
    source: {
      from: 'scaffold',
      make: 'npx --yes sv@0.17.1 create app --template minimal --types ts --add prettier eslint vitest=usages:unit --no-install',
    },
    setup: install,
    bare: { eslint: 'eslint .', prettier: 'prettier --check .', vitest: 'npm test' },
    plants: [failingTest('vitest', 'src/planted.test.ts')],
  },
  {
    // Its build writes types before it checks them.
    name: 'next',
    source: {
      from: 'scaffold',
      make: "npx --yes create-next-app@16.4.3 app --ts --eslint --app --no-tailwind --no-src-dir --no-react-compiler --import-alias '@/*' --use-npm --skip-install --disable-git --yes",
    },
    setup: [...install, 'next typegen'],
    bare: { eslint: 'npm run lint', tsc: 'next typegen && tsc --noEmit' },
    plants: [
      wrongType('app/planted.ts'),
      {
        engine: 'eslint',
        path: 'app/linted.tsx',
        lines: ['export const Planted = () => <a href="/">home</a>'],
      },
    ],
  },
  {
    name: 'cdk',
    source: {
      from: 'scaffold',
      make: 'mkdir app && cd app && npx --yes aws-cdk@3.0.0 init app --language typescript --generate-only',
    },
    setup: install,
    bare: { jest: 'npm test', tsc: 'tsc --noEmit' },
    plants: [wrongType('lib/planted.ts'), failingTest('jest', 'test/planted.test.ts')],
  },
];
