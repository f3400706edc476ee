const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Text that no compression makes much shorter, always the same for one seed. */
export function noise(length: number, seed = 1): string {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet.charAt(state >>> 26);
  }
  return text;
}

/** Text that storage spoils easily: other spellings of one letter, no letters, controls, emoji. */
export const awkwardTexts = [
  '',
  ' ',
  '\u00e9 is composed, e\u0301 is not',
  'tab\tnewline\nreturn\rquote\'"backslash\\',
  'zero\u0000in the middle',
  '\u{1f9ea} \u202eright to left\u202c \ufeffmark',
  'null',
  '%_*?;--',
] as const;
