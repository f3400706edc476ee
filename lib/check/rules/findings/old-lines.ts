import type { BaselineEntry } from './baseline.ts';
import type { SourceOf } from './identity.ts';
import type { NativeHash } from '#base/hash.ts';
import { hashLine } from './line-hashes.ts';

/** Finds the text that an entry was made from in the files of the base revision. */
export function createOldLines(
  deps: { readonly hash: NativeHash },
  sourceAtBase: SourceOf,
): (entry: BaselineEntry) => string | undefined {
  const files = new Map<string, ReadonlyMap<string, string>>();
  return ({ path, L }) => {
    const texts = files.get(path) ?? textsByHash(deps.hash, sourceAtBase(path) ?? []);
    files.set(path, texts);
    return texts.get(L);
  };
}

function textsByHash(hash: NativeHash, lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.map((text) => [hashLine(hash, text), text]));
}
