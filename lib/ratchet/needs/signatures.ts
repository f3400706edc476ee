/** Whether bytes come from who knows the secret. */
export interface Signatures {
  /** Compares in constant time; `signature` as the header has it. */
  verify(body: Uint8Array, signature: string, secret: string): boolean;
}
