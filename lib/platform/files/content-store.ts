import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Where a content lies in the store. */
interface ContentRange {
  readonly offset: number;
  readonly size: number;
}

export interface ContentStore {
  put(bytes: Uint8Array): ContentRange;
  get(place: ContentRange): Buffer;
}

/** Keeps contents one after the other in one file of our own, which takes a third of the time of a file for each. */
export function createContentStore(path: string): ContentStore {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
  return {
    put: (bytes) =>
      withDescriptor(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, (descriptor) => {
        // What a process that was killed left half written stays where it is, and no error is raised.
        const place = { offset: fstatSync(descriptor).size, size: bytes.length };
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
        return place;
      }),
    get: ({ offset, size }) =>
      withDescriptor(path, O_RDONLY | O_NOFOLLOW, (descriptor) => {
        const bytes = Buffer.alloc(size);
        for (let done = 0; done < size;) {
          const read = readSync(descriptor, bytes, done, size - done, offset + done);
          if (read === 0)
            throw new Error(`${path} was cut: it no longer holds what was kept in it`);
          done += read;
        }
        return bytes;
      }),
  };
}

function withDescriptor<Result>(
  path: string,
  flags: number,
  use: (descriptor: number) => Result,
): Result {
  const descriptor = openSync(path, flags, 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
