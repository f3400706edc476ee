import { tokenShapes } from '#base/token-shapes.ts';
import { newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { lineChanges } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** No credential may come in, be it in a line, a name or the target of a link. */
export function judgeSecrets(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff
    .filter((entry) => holdsSecret(newTexts(entry)))
    .map(({ path }) =>
      rejectPath(
        'SECRET_ADDED',
        path,
        (shown) => `${shown} brings in what has the shape of a credential; take it out.`,
      ),
    );
}

// Lines are put together again: a private key stands on several.
function newTexts(entry: DiffEntry): string {
  return [lineChanges(entry).added.join('\n'), newPath(entry) ?? '', entry.linkTarget ?? ''].join(
    '\n',
  );
}

function holdsSecret(text: string): boolean {
  return tokenShapes.some((shape) => {
    const found = text.match(shape) ?? [];
    return found.some((token) => token.startsWith('-----BEGIN') || isRandom(token));
  });
}

// Names made of words, such as sk-loading-spinner-large, have the shape too; chance leaves a digit out of few tokens.
function isRandom(token: string): boolean {
  return /\d/.test(token) && new Set(token).size > 8;
}
