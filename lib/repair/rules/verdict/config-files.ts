import type { DiffEntry } from './diff.ts';
import { configNameTest, ownConfigNames } from '#check/rules/configuration/config-names.ts';
import type { EngineRules } from './rules.ts';

const names = [
  ...ownConfigNames,
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'noxfile.py',
  'package.json',
  'vite.config.*',
  '.pre-commit-config.yaml',
  'Makefile',
  'makefile',
];

interface ConfigTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Reads what an entry says of how strictly others are judged; under another name it says nothing. */
export function configReader(engines: readonly EngineRules[]): (entry: DiffEntry) => ConfigTexts {
  const configures = configNameTest([...names, ...engines.flatMap((engine) => engine.configNames)]);
  return ({ path, oldPath = path, oldText, newText }) => ({
    before: configures(oldPath) ? oldText : undefined,
    after: configures(path) ? newText : undefined,
  });
}

/** The lines of a configuration without comments, for what is put into a comment is in force no more. */
export function linesInForce(text: string | undefined): readonly string[] {
  return (text ?? '')
    .replace(/(?<=^|\s)\/\*[^]*?(?:\*\/|$)/g, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && line.length <= longestSetting)
    .map((line) => line.replace(/(?<=^|\s)(?:#|;|\/\/)[^]*$/, ''));
}

// Each letter of a line may be looked at for each other one.
const longestSetting = 2000;
