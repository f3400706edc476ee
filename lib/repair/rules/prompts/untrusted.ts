import { plainText, shortened } from '#base/plain-text.ts';

interface Fencing {
  /** Random, new for each prompt, so that no text can hold it. */
  readonly fence: string;
  /** Most characters that are kept. */
  readonly most: number;
}

/** Text of others as data in a prompt: without what hides from a reader, capped, and between fences it cannot close. */
export function fenceUntrusted(text: string, { fence, most }: Fencing): string {
  if (!/^[A-Za-z0-9]{16,}$/.test(fence)) {
    throw new Error('A fence is 16 letters and digits at least, drawn anew for each prompt');
  }
  // Cleaning makes text shorter at most, and hostile text may be very long.
  const clean = plainText(withoutHidden(text.slice(0, 4 * most))).replaceAll(fence, '[fence]');
  return `<untrusted-${fence}>\n${shortened(clean, most)}\n</untrusted-${fence}>`;
}

function withoutHidden(text: string): string {
  return text.replace(/<!--[^]*?(?:-->|$)/g, '').replace(invisible, '');
}

// Zero-width marks, fillers, variation selectors and tags carry words that a model reads and a person does not see.
const invisible = new RegExp(
  String.raw`[\p{Cf}\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u{E0000}-\u{E0FFF}]|\p{Variation_Selector}|\u034F`,
  'gu',
);
