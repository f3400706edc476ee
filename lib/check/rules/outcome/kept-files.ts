import * as z from 'zod';
import { parseJson } from '#base/json.ts';

/** A file as a tool may know it, and as it was. */
export interface StampedFile {
  readonly path: string;
  /** The second in which it was changed, as it says itself. */
  readonly changedAtSeconds: number;
  readonly digest: string;
}

const noted = z.record(z.string(), z.tuple([z.number(), z.string()]));

/** What a run judged, to be kept beside what its tool keeps; of a file that is gone a tool may still know. */
export function noteFiles(files: readonly StampedFile[], before: string | undefined): string {
  const now = files.map(
    ({ path, changedAtSeconds, digest }) => [path, [changedAtSeconds, digest]] as const,
  );
  return JSON.stringify({ ...readNote(before ?? '{}'), ...Object.fromEntries(now) });
}

/**
 * Whether a tool may take a file for what it was: ruff goes by its time, mypy and Python by its size, too, and Python counts
 * whole seconds. A note that cannot be read says nothing, so it may.
 */
export function mayMislead(note: string, files: readonly StampedFile[]): boolean {
  const before = readNote(note);
  if (before === undefined) return true;
  return files.some(({ path, changedAtSeconds, digest }) => {
    const known = Object.hasOwn(before, path) ? before[path] : undefined;
    return known !== undefined && known[0] === changedAtSeconds && known[1] !== digest;
  });
}

function readNote(note: string): z.infer<typeof noted> | undefined {
  return noted.safeParse(parseJson(note)).data;
}
