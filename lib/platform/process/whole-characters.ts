/**
 * Keeps the UTF-8 characters of one stream whole where two streams share a file: the start of a character waits for its
 * rest. Bytes that are no UTF-8 pass unchanged.
 */
export function createWholeCharacters(): {
  push(chunk: Uint8Array): Uint8Array;
  /** What still waits; nothing more will follow. */
  flush(): Uint8Array;
} {
  let waiting: Uint8Array = new Uint8Array();
  return {
    push(chunk) {
      const bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const end = bytes.length - unfinishedBytes(bytes);
      waiting = bytes.subarray(end);
      return bytes.subarray(0, end);
    },
    flush() {
      const rest = waiting;
      waiting = new Uint8Array();
      return rest;
    },
  };
}

/** A character has at most four bytes, so its first byte is among the last three if it is unfinished. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes.at(-back);
    if (byte === undefined) return 0;
    if (!isContinuation(byte)) return characterLength(byte) > back ? back : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function characterLength(firstByte: number): number {
  if (firstByte < 0xc2 || firstByte > 0xf4) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
