import { nameFirst } from '#base/words.ts';
import { fileName, type JudgingReader, turnWord } from './judged-turn.ts';
import { linesOfTurn } from './lines-of-turn.ts';
import { shownName } from './package-changes.ts';
import { pytestHook } from './pytest-hooks.ts';
import { enginesOfPackage, preferRunning } from './who-is-milder.ts';

/** Hooks of pytest: a conftest.py whatever it holds, and what any other module defines. */
export const readPytestHooks: JudgingReader = (turn, { engines }) => {
  const { added } = linesOfTurn(turn);
  const names = added.flatMap(
    (line) => /^\s*(?:async\s+)?(?:def|@hookimpl\b.*def)\s+(pytest_\w+)/.exec(line)?.[1] ?? [],
  );
  const deciding = names.filter((name) => pytestHook.test(name));
  const plugins = added.some((line) => /^\s*pytest_plugins\b/.test(line));
  const isConftest = fileName(turn.path) === 'conftest.py';
  const milder = preferRunning(enginesOfPackage(engines, 'pytest'));
  if (deciding.length > 0) {
    const sentence = `It hooks into pytest, where what is collected or reported is decided: ${nameFirst([...new Set(deciding)].map(shownName), 4)}.`;
    return [{ class: 'hook', sentence, milder }];
  }
  if (plugins) return [{ class: 'hook', sentence: 'It has pytest load plugins.', milder }];
  if (!isConftest) return [];
  const sentence = `What pytest loads before the tests of its folder is ${turnWord(turn)}; it decides nothing about results.`;
  return [{ class: 'hook', sentence, milder }];
};

/** Plugins that a configuration has pytest load, or leave out. */
export const readPytestPlugins: JudgingReader = (turn, { engines }) => {
  const lines = linesOfTurn(turn).added;
  const names = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[\s"'=])-p[ =]?((?:no:)?[A-Za-z_][\w.]*)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const required = lines.filter((line) => /^(?:required_)?plugins\s*=/.test(line));
  if (names.length === 0 && (required.length === 0 || !/pytest/.test(turn.path))) return [];
  const told = names.length === 0 ? '' : `: ${nameFirst([...new Set(names)].map(shownName), 4)}`;
  const milder = preferRunning(enginesOfPackage(engines, 'pytest'));
  return [{ class: 'hook', sentence: `It has pytest load or leave out plugins${told}.`, milder }];
};
