/** Gives the SHA-256 of a text as hexadecimal digits. */
export type NativeHash = (text: string) => string;

/** The first 60 bits of the digest, as twelve characters of base32. */
export function shortHash(hash: NativeHash, text: string): string {
  const digest = hash(text);
  let short = '';
  for (let at = 0; at < 15; at += 5) {
    let bits = 0;
    for (let next = at; next < at + 5; next += 1) {
      bits = (bits << 4) | (hexValues[digest.charCodeAt(next)] ?? 0);
    }
    short += pairs[bits >> 10] ?? '';
    short += pairs[bits & 1023] ?? '';
  }
  return short;
}

const base32 = Array.from('abcdefghijklmnopqrstuvwxyz234567');

/** Ten bits each: names are made by the hundred thousand. */
const pairs = base32.flatMap((first) => base32.map((second) => first + second));

/** By the code of a digit. */
const hexValues = Uint8Array.from({ length: 128 }, (_, code) =>
  Number.parseInt(String.fromCharCode(code), 16),
);
