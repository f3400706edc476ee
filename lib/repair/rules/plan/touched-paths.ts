import type { StructuredStep } from '#model/structured-plan.ts';
import { canonicalPath } from '#check/rules/scope/canonical-paths.ts';

/** What a step does to the tree; a step that may do anything goes alone. */
export type Touch =
  | { readonly kind: 'alone' }
  | { readonly kind: 'reads' | 'writes'; readonly place: string };

export function touchOf({ action }: StructuredStep): Touch {
  switch (action.type) {
    case 'create_file':
    case 'modify_file':
    case 'delete_file':
      return { kind: 'writes', place: foldSpellings(action.path) };
    case 'read_file':
      return { kind: 'reads', place: foldSpellings(action.path) };
    case 'run_command':
    case 'get_user_input':
    case 'browser_act':
    case 'use_tool':
      return { kind: 'alone' };
  }
}

/** Two steps conflict when their order could be seen in the tree or in what one of them reads. */
export function conflict(a: Touch, b: Touch): boolean {
  if (a.kind === 'alone' || b.kind === 'alone') return true;
  if (a.kind === 'reads' && b.kind === 'reads') return false;
  return liesAtOrBelow(a.place, b.place) || liesAtOrBelow(b.place, a.place);
}

/** One text for all spellings that some file system takes for the same path. */
export function foldSpellings(path: string): string {
  const plain = canonicalPath(path, { root: '/' }) ?? path;
  const folded = plain.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
  return folded === '.' ? '' : `/${folded}`;
}

/** The place itself and every folder above it, the root last. */
export function pathWithFolders(place: string): readonly string[] {
  const above = [place];
  for (let end = place.lastIndexOf('/'); end >= 0; end = place.lastIndexOf('/', end - 1)) {
    above.push(place.slice(0, end));
    if (end === 0) break;
  }
  return above;
}

function liesAtOrBelow(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}/`);
}
