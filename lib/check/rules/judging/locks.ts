import { readLockedPackages } from './installed-packages.ts';
import { fileName, type JudgingReader, type ReadingEngine, turnWord } from './judged-turn.ts';
import { linesOfTurn } from './lines-of-turn.ts';
import { comparePackages } from './package-changes.ts';
import { allRunning, enginesThatTakeIn, preferRunning } from './who-is-milder.ts';

const languages: readonly (readonly [RegExp, ReadingEngine['language']])[] = [
  [
    /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/,
    'node',
  ],
  [
    /^(?:poetry|uv|pdm|pixi|conda)\.lock$|^pipfile(?:\.lock)?$|^pylock[\w.-]*\.toml$|^(?:environment|conda-lock)\.ya?ml$/,
    'python',
  ],
  [/^cargo\.lock$/, 'rust'],
  [/^go\.(?:sum|work\.sum)$/, 'go'],
  [
    /^(?:gemfile\.lock|composer\.lock|flake\.lock|mise\.lock|gradle\.lockfile|package\.resolved|mix\.lock|pubspec\.lock|\.terraform\.lock\.hcl|packages\.lock\.json|podfile\.lock)$/,
    'other',
  ],
];

/** Files that ask for a version of an interpreter or of a compiler, and nothing else. */
const versionFile = /^\.(?:nvmrc|node-version|python-version|ruby-version|go-version)$/;

/** A lock file: what it installs in other versions, from elsewhere, or with another content. */
export const readLocks: JudgingReader = (turn, { engines, parse }) => {
  const name = fileName(turn.path).toLowerCase();
  if (versionFile.test(name)) {
    const { added, removed } = linesOfTurn(turn);
    const sentence = 'Another version of the interpreter is asked for.';
    return added.length + removed.length === 0
      ? []
      : [{ class: 'tool', sentence, milder: allRunning(engines) }];
  }
  const language = languages.find(([pattern]) => pattern.test(name))?.[1];
  if (language === undefined) return [];
  const { before, after } = turn;
  const [old, now] = [before, after].map(({ isThere, text }) =>
    isThere ? text && readLockedPackages(turn.path, text, parse) : [],
  );
  if (Array.isArray(old) && Array.isArray(now) && before.isThere && after.isThere) {
    return comparePackages(old, now, { engines, language });
  }
  const { added, removed } = linesOfTurn(turn);
  if (before.text !== undefined && after.text !== undefined && added.length + removed.length === 0)
    return [];
  const readers = enginesThatTakeIn(engines, language).filter(({ isRunning }) => isRunning);
  const milder = language === 'other' ? [] : preferRunning(readers);
  return [
    {
      class: 'lock-file',
      sentence: `What is installed is decided by a file that is ${turnWord(turn)}.`,
      milder,
    },
  ];
};
