import type { Changeset } from '#model/changeset.ts';
import { type ChangesetRejection, rejectChangeset } from './changeset-rejection.ts';
import type { ChangesetFacts } from './changeset-facts.ts';
import { shownText } from './rejection.ts';

type Received = Pick<ChangesetFacts, 'contents' | 'files'>;

/** Each path once, each content the one that its id and size tell, and nothing too large to be sent. */
export function judgeContents(
  changeset: Changeset,
  facts: Received,
): readonly ChangesetRejection[] {
  const { changes, parents } = changeset;
  if (changes.length === 0 && parents.length === 1) {
    const sentence = 'Nothing differs from the head, so there is nothing to publish.';
    return [{ code: 'NOTHING_CHANGED', sentence }];
  }
  const { files } = facts;
  return [
    ...judgeTwice(changeset),
    ...judgeSizes(changeset),
    ...changes.flatMap((change) => {
      if (change.kind === 'write') return judgeContent(change, facts);
      const isThere = files.head === undefined || files.head.has(change.path);
      return isThere
        ? []
        : [rejectChange(change.path, 'NOTHING_TO_DELETE', 'is not there at the head')];
    }),
  ];
}

function judgeTwice({ changes }: Changeset): readonly ChangesetRejection[] {
  const seen = new Set<string>();
  return changes.flatMap(({ path }) => {
    if (seen.has(path)) return [rejectChange(path, 'PATH_TWICE', 'is changed twice')];
    seen.add(path);
    return [];
  });
}

function judgeContent(
  { path, blob, sizeBytes }: Extract<Changeset['changes'][number], { kind: 'write' }>,
  { contents }: Received,
): readonly ChangesetRejection[] {
  const content = contents.get(path);
  if (content === undefined)
    return [rejectChange(path, 'CONTENT_MISSING', 'has no stored content')];
  if (content.blob === blob && content.sizeBytes === sizeBytes) return [];
  return [rejectChange(path, 'CONTENT_DIFFERS', 'has another content than the changeset tells')];
}

// A forge takes a file of 100 MB; sent as base64 in one request, less goes through.
const largestFile = 25 * 1024 * 1024;
const largestSum = 200 * 1024 * 1024;
const mostChanges = 20_000;

/** Told by the changeset alone, so that nothing too large needs to be fetched to find out. */
export function judgeSizes({ changes }: Pick<Changeset, 'changes'>): readonly ChangesetRejection[] {
  const writes = changes.filter((change) => change.kind === 'write');
  const large = writes.filter(({ sizeBytes }) => sizeBytes > largestFile);
  const sum = writes.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  return [
    ...large.map(({ path }) => rejectChange(path, 'TOO_LARGE', 'is too large to be sent')),
    ...(changes.length > mostChanges || sum > largestSum ? [tooMuch] : []),
  ];
}

const tooMuch = rejectChangeset(
  'TOO_LARGE',
  'It is too large to be published in one commit; push it by hand from its patch.',
);

function rejectChange(
  path: string,
  code: ChangesetRejection['code'],
  what: string,
): ChangesetRejection {
  const shown = shownText(path);
  return { code, path: shown, sentence: `${shown} ${what}; run the fixup again.` };
}
