import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonTools } from '../../test/support/python-tools.ts';
import type { Random } from './random.ts';
import { findUnits, javascript, type Language, python, traceTree } from './tree.ts';

const project = join(import.meta.dirname, '../..');

/** Code that others wrote, and the engine that judges it. */
export interface Source {
  readonly name: string;
  readonly engine: string;
  readonly language: Language;
  /** Where it lies. */
  readonly folder: () => Promise<string>;
  /** Configuration under which the engine finds much, by path. */
  readonly settings: () => Promise<ReadonlyMap<string, string>>;
}

const ruffSettings =
  '[lint]\nselect = ["ALL"]\nignore = ["D203", "D213", "COM812", "E501", "W191", "Q000"]\n';

export const sources: readonly Source[] = [
  {
    name: 'standard library of Python, ruff',
    engine: 'ruff',
    language: python,
    folder: async () =>
      execFileSync('python3', ['-c', 'import os; print(os.path.dirname(os.__file__))'])
        .toString()
        .trim(),
    settings: async () => {
      const { bin } = await pythonTools({
        base: 'python3',
        requirements: join(project, 'test/support/python/engines.txt'),
        cache: join(project, '.cache/python'),
      });
      const tools = `tools: { ruff: ['${join(bin, 'ruff')}'] }\n`;
      return new Map([
        ['ruff.toml', ruffSettings],
        ['ratchetr.yaml', `${tools}engines: { ruff: {} }\n`],
      ]);
    },
  },
  {
    name: 'packages of npm, oxlint',
    engine: 'oxlint',
    language: javascript,
    folder: async () => join(project, 'node_modules'),
    settings: async () => {
      const all = ['correctness', 'suspicious', 'pedantic', 'style', 'restriction', 'perf'];
      const categories = Object.fromEntries(all.map((name) => [name, 'warn']));
      const program = join(project, 'node_modules/oxlint/bin/oxlint');
      return new Map([
        ['.oxlintrc.json', JSON.stringify({ categories })],
        [
          'ratchetr.yaml',
          `tools: { oxlint: ['${process.execPath}', '${program}'] }\nengines: { oxlint: {} }\n`,
        ],
      ]);
    },
  },
];

export interface Sample {
  readonly files: ReadonlyMap<string, string>;
  /** Functions of other files. */
  readonly foreign: readonly (readonly string[])[];
}

/** Files of a common size with a few functions each, chosen by chance. */
export async function sampleFiles(
  { language, folder }: Source,
  random: Random,
  count: number,
): Promise<Sample> {
  const top = await folder();
  const names = (await readdir(top, { recursive: true })).filter(
    (name) =>
      name.endsWith(`.${language.extension}`) && !/test|site-packages|min\.|\.ratchetr/.test(name),
  );
  const files = new Map<string, string>();
  const foreign: (readonly string[])[] = [];
  for (let tries = 0; tries < 4_000 && files.size < count; tries += 1) {
    const name = random.pick(names);
    const text = await readFile(join(top, name), 'utf8').catch(() => '');
    if (text.length < 3_000 || text.length > 40_000 || text.includes('\\r')) continue;
    const [lines = []] = traceTree(new Map([[name, text]])).values();
    const units = findUnits(lines, language);
    if (units.length < 4 || lines.some((line) => line.text.length > 300)) continue;
    if (foreign.length < 40) {
      foreign.push(...units.map(({ from, to }) => lines.slice(from, to).map((line) => line.text)));
    } else {
      files.set(`src/${files.size % 5}/${name.replaceAll('/', '_').replaceAll('@', '')}`, text);
    }
  }
  return { files, foreign };
}
