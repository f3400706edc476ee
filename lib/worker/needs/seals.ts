/** Marks on texts that can be made only with the key. */
export interface Seals {
  /** The same text and key give the same seal. */
  make(text: string, key: string): string;
  /** Compares in constant time; with an empty key no seal is valid. */
  verify(text: string, seal: string, key: string): boolean;
}
