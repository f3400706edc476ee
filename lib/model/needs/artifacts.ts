import type { ArtifactKey } from '../artifact.ts';
import type { Sha256 } from '../ids.ts';

export interface StoredBytes {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/** Write-once: the same bytes again are `exists`, other bytes under the same key are `conflict`. */
export type PutOutcome =
  | ({ readonly kind: 'stored' } & StoredBytes)
  | ({ readonly kind: 'exists' } & StoredBytes)
  | { readonly kind: 'conflict'; readonly existing: StoredBytes };

/** Permission for one transfer, usable by a process that holds no credentials. */
export interface TransferGrant {
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: number;
}

export interface ArtifactReader {
  get(key: ArtifactKey): Promise<Uint8Array | undefined>;
  describe(key: ArtifactKey): Promise<StoredBytes | undefined>;
}

/** Keeps what was made, and reads it again. */
export interface ArtifactKeeper {
  get(key: ArtifactKey): Promise<Uint8Array | undefined>;
  put(key: ArtifactKey, body: Uint8Array): Promise<PutOutcome>;
}

export type Artifacts = ArtifactReader & ArtifactKeeper;

/** Hands out the right to one transfer, for workers that may not reach the artifacts themselves. */
export interface ArtifactGrants {
  /** The grant binds size and digest, so its holder can store these bytes only. */
  presignPut(key: ArtifactKey, bytes: StoredBytes, expiresInMs: number): Promise<TransferGrant>;
  presignGet(key: ArtifactKey, expiresInMs: number): Promise<TransferGrant>;
}

/** The other end of a grant. */
export interface Transfers {
  upload(grant: TransferGrant, body: Uint8Array): Promise<PutOutcome>;
  download(grant: TransferGrant): Promise<Uint8Array | undefined>;
}
