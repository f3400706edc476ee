import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { toSystemError } from './folder.ts';

/** A folder held open without waiting, for work that nothing may come between. */
export interface HeldFolder {
  /** Reaches it whatever was moved above it meanwhile. */
  readonly at: string;
  readonly path: string;
}

/** Uses a folder below the root, making it when asked to; `undefined` when it is not there. Follows no link. */
export function withHeldFolder<Result>(
  place: { readonly root: string; readonly segments: readonly string[]; readonly make: boolean },
  use: (folder: HeldFolder) => Result,
): Result | undefined {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  let descriptor = openSync(place.root, flags);
  let path = place.root;
  try {
    for (const segment of place.segments) {
      const above = heldAt(descriptor, path);
      path = join(path, segment);
      const below = openHeldSubfolder(`${above}/${segment}`, place.make, path);
      if (below === undefined) return undefined;
      closeSync(descriptor);
      descriptor = below;
    }
    return use({ at: heldAt(descriptor, path), path });
  } finally {
    closeSync(descriptor);
  }
}

// Node has no openat. Linux offers the same by path; elsewhere each step is checked, but not held.
const reachable = existsSync('/proc/self/fd');

function heldAt(descriptor: number, path: string): string {
  return reachable ? `/proc/self/fd/${descriptor}` : path;
}

function openHeldSubfolder(at: string, make: boolean, path: string): number | undefined {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  try {
    return openSync(at, flags);
  } catch (error) {
    const { code } = toSystemError(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') throw error;
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw new LinkOnTheWay(path, error);
    if (!make) return undefined;
    if (found !== undefined) {
      throw new Error(`${path} is a file where a folder is needed`, { cause: error });
    }
    mkdirSync(at);
    return openSync(at, flags);
  }
}

/** A path leads through a link, and nothing is read or written through links. */
export class LinkOnTheWay extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} is a symbolic link; links are not followed here, remove it`, { cause });
  }
}
