import { rm, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';
import { engineTools } from '../support/engine-tools.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { repositoryOf } from './real-run.ts';
import { type KeptTool, runBothWays } from './kept-runs.ts';

const { python } = await engineTools();
const installed = (path: string): string => resolve('node_modules', path);

interface Language {
  readonly tools: readonly KeptTool[];
  readonly rounds: number;
  /** Contents that any of its files may have; each speaks of others. */
  readonly files: readonly string[];
  readonly texts: readonly string[];
  readonly config: string;
  readonly configs: readonly string[];
}

const languages: Readonly<Record<string, Language>> = {
  Python: {
    tools: [
      { engine: 'mypy', program: [python, '-m', 'mypy'] },
      { engine: 'ruff', program: [python, '-m', 'ruff'] },
      { engine: 'ruff-format', program: [python, '-m', 'ruff'] },
    ],
    rounds: 5,
    files: ['a.py', 'b.py', 'c.py', 'sub/d.py'],
    texts: [
      'def f(x: int) -> int:\n    return x\n',
      'def f(x: str) -> str:\n    return x\n',
      'import os\n\nvalue: int = "a"\n',
      'from a import f\n\nf(1)\n',
      'from b import f\n\ng = f("a")\n',
      'import c\nimport gone\n\nc.f()\n',
      'from sub.d import f as f\n',
      'def f(x):\n  return  undefined\n',
    ],
    config: 'pyproject.toml',
    configs: [
      '[tool.mypy]\n[tool.ruff]\n',
      '[tool.mypy]\nstrict = true\n[tool.ruff.lint]\nselect = ["E", "F", "I"]\n',
    ],
  },
  JavaScript: {
    tools: [
      {
        engine: 'eslint',
        program: [process.execPath, installed('eslint/bin/eslint.js')],
        native: { flat: true, alone: true },
      },
    ],
    rounds: 4,
    files: ['a.js', 'b.js', 'c.js'],
    texts: [
      'export const f = 1;\n',
      'var f = 1;\n',
      "import { f } from './a.js';\n",
      'undefinedName();\n',
      'const a = ;\n',
    ],
    config: 'eslint.config.js',
    configs: [
      "export default [{ rules: { 'no-undef': 'error' } }];\n",
      "export default [{ rules: { 'no-var': 'warn', 'no-unused-vars': 'error' } }];\n",
    ],
  },
};

/** What happens between two runs. */
interface Edit {
  readonly file: number;
  /** null: it is removed. */
  readonly text: number | null;
  /** It bears the time that all such files bear. */
  readonly old: boolean;
  readonly config: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.nat(30),
  text: fc.option(fc.nat(30), { freq: 6 }),
  old: fc.boolean(),
  config: fc.nat(9),
});

describe('what a tool keeps of earlier runs', () => {
  for (const [name, language] of Object.entries(languages)) {
    it(`changes nothing of what is found in ${name}`, async () => {
      const { rounds } = language;
      const cases = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), {
        minLength: rounds,
        maxLength: rounds,
      });
      const [steps = []] = fc.sample(cases, { numRuns: 1, seed: 7 });
      const { files, texts, config, configs, tools } = language;
      const repository = await repositoryOf({
        ...Object.fromEntries(files.map((path, n) => [path, texts[n] ?? ''])),
        [config]: configs[0] ?? '',
      });
      const cache = await tempFolder();
      let warm = 0;
      for (const edits of [[], ...steps]) {
        for (const one of edits) await doEdit(repository, language, one);
        for (const tool of tools) {
          const engine = engines.find(({ id }) => id === tool.engine);
          if (engine === undefined) throw new Error(`No engine ${tool.engine}`);
          const { kept, fresh, wasWarm } = await runBothWays({ engine, tool, repository, cache });
          expect(kept).toEqual(fresh);
          if (wasWarm) warm += 1;
        }
      }
      expect(warm).toBeGreaterThan(0);
    });
  }
});

async function doEdit(repository: string, { files, texts, config, configs }: Language, one: Edit) {
  const path = join(repository, files[one.file % files.length] ?? '');
  if (one.text === null) await rm(path, { force: true });
  else {
    await writeFile(path, texts[one.text % texts.length] ?? '');
    if (one.old) await utimes(path, 1_000_000, 1_000_000);
  }
  if (one.config === 0) {
    await writeFile(join(repository, config), configs[one.file % configs.length] ?? '');
  }
}
