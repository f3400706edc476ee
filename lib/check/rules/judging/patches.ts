import { fileName, type JudgingReader, turnWord } from './judged-turn.ts';
import { linesOfTurn } from './lines-of-turn.ts';
import { shownName } from './package-changes.ts';
import { enginesOfPackage, enginesThatTakeIn, preferRunning } from './who-is-milder.ts';

/** A patch of a package that is installed, as patch-package, pnpm and Yarn apply it. */
export const readPatches: JudgingReader = (turn, { engines }) => {
  if (!/(?:^|\/)(?:patches|\.yarn\/patches)\//.test(turn.path)) return [];
  const lines = linesOfTurn(turn);
  if (
    turn.before.isThere &&
    turn.after.isThere &&
    lines.added.length + lines.removed.length === 0
  ) {
    return [];
  }
  const stem = fileName(turn.path)
    .replace(/\.patch$/, '')
    .replaceAll('__', '/');
  const [, name = stem] = /^(@?[\w.-]+?(?:[+/][\w.-]+?)*?)(?:[+@]\d|-npm-)/.exec(stem) ?? [];
  const own = enginesOfPackage(engines, name);
  const readers = own.length > 0 ? own : enginesThatTakeIn(engines, 'node');
  const sentence = `A patch of the installed package ${shownName(name.replaceAll('+', '/'))} is ${turnWord(turn)}.`;
  return [{ class: 'tool', sentence, milder: preferRunning(readers) }];
};
