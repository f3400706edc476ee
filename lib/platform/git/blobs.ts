import { askBytesIn, askIn, type GitFolder } from './git-folder.ts';

/** Longer texts are not read line by line. */
const longestText = 1024 * 1024;

/** What one answer of git may hold, with room for its headers. */
const mostAtOnce = 32 * longestText;

const mostUnasked = 16;

/** The texts of these blobs; those that are too long are left out. */
export async function readBlobs(
  own: GitFolder,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(blobs)];
  if (wanted.length === 0) return new Map();
  if (wanted.length <= mostUnasked) {
    // Few are rarely long; where they are, all are asked for their sizes.
    const bytes = await askBytesIn({ ...own, input: joinLines(wanted) }, [
      'cat-file',
      '--batch',
    ]).catch(() => undefined);
    if (bytes !== undefined) return new Map(readBlobBatch(bytes));
  }
  const sizes = await askIn({ ...own, input: joinLines(wanted) }, ['cat-file', '--batch-check']);
  const groups = await Promise.all(
    groupBySize(sizes).map(async (group) => {
      const bytes = await askBytesIn({ ...own, input: joinLines(group) }, ['cat-file', '--batch']);
      return readBlobBatch(bytes);
    }),
  );
  return new Map(groups.flat());
}

function joinLines(blobs: readonly string[]): string {
  return blobs.map((blob) => `${blob}\n`).join('');
}

/** `id type size`, a line for each. */
function groupBySize(sizes: string): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let room = 0;
  for (const line of sizes.trimEnd().split('\n')) {
    const [blob = '', type, text] = line.split(' ');
    const size = Number(text);
    if (type !== 'blob') throw new Error(`git has no file ${blob}`);
    if (size > longestText) continue;
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = mostAtOnce;
    }
    groups.at(-1)?.push(blob);
    room -= size;
  }
  return groups;
}

/** `id type size`, a line feed, so many bytes, a line feed, and so on. */
function readBlobBatch(bytes: Uint8Array): readonly (readonly [string, string])[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts: [string, string][] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    const [blob = '', type, size] = decoder.decode(bytes.subarray(start, end)).split(' ');
    if (type !== 'blob') throw new Error(`git has no file ${blob}`);
    const after = end + 1 + Number(size);
    if (Number(size) <= longestText) {
      texts.push([blob, decoder.decode(bytes.subarray(end + 1, after))]);
    }
    start = after + 1;
  }
  return texts;
}
