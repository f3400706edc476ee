import type { NativeHash } from '#base/hash.ts';
import type { Sha256 } from '../ids.ts';

export interface Hash {
  sha256(bytes: Uint8Array | string): Sha256;
  /** The same digest as plain text, for those who take thousands. */
  readonly hex: NativeHash;
}
