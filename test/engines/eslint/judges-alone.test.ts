import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgesAlone } from '#engines/eslint/judges-alone.ts';
import { createRepository } from '#platform/files/repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function alone(files: Readonly<Record<string, string>>, config: string | null = null) {
  const repository = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  }
  const { facts } = await createRepository({ env: {} }).read(repository);
  return judgesAlone(facts, config);
}

const known = `import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from "typescript-eslint";
export default defineConfig([js.configs.recommended, tseslint.configs.recommended]);`;

describe('whether ESLint judges each file by itself', () => {
  it('is known of its own rules and of packages whose rules do', async () => {
    expect(await alone({ 'eslint.config.js': known })).toBe(true);
    expect(await alone({ 'eslint.config.mjs': 'export default [{ rules: {} }];' })).toBe(true);
  });

  it.each([
    "import plugin from 'eslint-plugin-import';",
    "import own from './rules/own.js';",
    "const plugin = require('eslint-plugin-n');",
    "const plugin = await import('eslint-plugin-boundaries');",
    "import tseslint from 'typescript-eslint'; tseslint.configs.recommendedTypeChecked",
    "import tseslint from 'typescript-eslint'; const x = { projectService: true };",
  ])('is not where a rule may look at others: %s', async (text) => {
    expect(await alone({ 'eslint.config.js': text })).toBe(false);
  });

  it('is not where a configuration cannot be read, or there is none', async () => {
    expect(await alone({ 'eslint.config.ts': known })).toBe(false);
    expect(await alone({ '.eslintrc.json': '{}' })).toBe(false);
    expect(await alone({ 'eslint.config.js': known, 'sub/eslint.config.ts': known })).toBe(false);
    expect(await alone({ 'eslint.config.js': known, 'own.js': known }, 'own.js')).toBe(false);
  });
});
