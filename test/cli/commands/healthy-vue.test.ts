import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { npmPackages } from '../../support/npm-packages.ts';
import { orSkip } from '../../support/out-of-reach.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
const folder = join(import.meta.dirname, '../../../.cache/vue');
const wanted = ['typescript@5.9.3', 'vue@3.5.22', 'vue-tsc@3.1.1'];

const component = (count: string) =>
  `<script setup lang="ts">\nconst count: number = ${count}\n</script>\n<template>{{ count }}</template>\n`;

async function check(config: string, count: string): Promise<CheckReport> {
  await orSkip(npmPackages(folder, wanted));
  const cwd = await plantFiles({
    'package.json': '{"type":"module"}',
    'tsconfig.json': config,
    'tsconfig.app.json': `{${options},"include":["src/**/*.ts","src/**/*.vue"]}`,
    'src/App.vue': component(count),
    'src/main.ts': "import App from './App.vue'\nexport default App\n",
  });
  await symlink(join(folder, 'node_modules'), join(cwd, 'node_modules'));
  const { stdout } = await runCli(cwd, ['check', '--mode', 'target', '--format', 'json'], env);
  return JSON.parse(stdout);
}

const options =
  '"compilerOptions":{"target":"es2022","strict":true,"noEmit":true,"skipLibCheck":true,"module":"esnext","moduleResolution":"bundler","types":[]}';

describe('components of Vue', () => {
  it.each([
    ['alone', `{${options},"include":["src/**/*.ts","src/**/*.vue"]}`],
    ['by references', '{"files":[],"references":[{"path":"./tsconfig.app.json"}]}'],
  ])('are judged by what their project judges them by: %s', async (_, config) => {
    expect(await check(config, '1')).toMatchObject({
      exit: 0,
      engines: [{ outcome: { category: 'success' }, findings: [] }],
    });
    expect(await check(config, '"a"')).toMatchObject({
      exit: 1,
      engines: [{ findings: [{ filePath: 'src/App.vue', symbol: 'TS2322' }] }],
    });
  });
});
