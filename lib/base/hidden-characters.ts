/** A character that readers do not see, or take for another one. */
export interface HiddenCharacter {
  /** Where it stands in the text. */
  readonly index: number;
  readonly codePoint: number;
  /** What must have stood in the text before, for this not to be new: the word around it, or its whole line. */
  readonly within: string;
  readonly kind: 'invisible' | 'look-alike';
}

/**
 * Characters that hide something: controls of writing direction, those without any width, tags, and letters of another
 * alphabet in a Latin word. What its neighbours need, such as joiners in emoji and in Persian words, hides nothing.
 */
export function findHiddenCharacters(text: string): readonly HiddenCharacter[] {
  return [...findInvisible(text), ...findLookAlikes(text)];
}

/** Whether it may be worth a search; that takes much longer. */
export function mayHide(text: string): boolean {
  return anyInvisible.test(text) || otherAlphabet.test(text);
}

const invisible =
  /[\u034F\uFE00-\uFE0F\u17B4\u17B5\u180B-\u180F\u00AD\u061C\u115F\u1160\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u;
const anyInvisible = new RegExp(invisible.source, 'u');
const everyInvisible = new RegExp(invisible.source, 'gu');
/** These change how all that follows them on a line is read. */
const reordering = /[\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;

function findInvisible(text: string): readonly HiddenCharacter[] {
  return [...text.matchAll(everyInvisible)].flatMap(({ 0: found, index }) => {
    if (isNeeded(text, index, found)) return [];
    const within = reordering.test(found) ? lineAround(text, index) : wordAround(text, index);
    return [{ index, codePoint: found.codePointAt(0) ?? 0, within, kind: 'invisible' as const }];
  });
}

/** Whether writing needs it where it stands: `\u{1F469}\u200D\u{1F52C}` is one sign. */
function isNeeded(text: string, index: number, found: string): boolean {
  if (found === '\u{FEFF}') return index === 0;
  const before = charactersBefore(text, index).at(-1) ?? '';
  const next = index + found.length;
  const after = Array.from(text.slice(next, next + 2))[0] ?? '';
  const need = needs.find(({ of }) => of.test(found));
  return need?.holds({ before, after, text, index }) === true;
}

interface Neighbours {
  readonly before: string;
  readonly after: string;
  readonly text: string;
  readonly index: number;
}

const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const mayHaveVariants = /[\p{Extended_Pictographic}\p{Sm}\p{So}\p{Script=Han}\p{Script=Myanmar}]/u;

const needs: readonly {
  readonly of: RegExp;
  readonly holds: (around: Neighbours) => boolean;
}[] = [
  {
    of: /\u200D/u,
    holds: ({ before, after }) =>
      (/[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u.test(before) &&
        /\p{Extended_Pictographic}/u.test(after)) ||
      joining.test(before),
  },
  { of: /\u200C/u, holds: ({ before, after }) => joining.test(before) && joining.test(after) },
  {
    of: /\u200B/u,
    holds: ({ before, after }) => unspaced.test(before) && unspaced.test(after),
  },
  {
    of: /[\u061C\u200E\u200F]/u,
    holds: ({ text, index }) => rightToLeft.test(nearestLetters(text, index)),
  },
  {
    of: /[\uFE00-\uFE0F]/u,
    holds: ({ before, after }) =>
      mayHaveVariants.test(before) || (/[\d#*]/.test(before) && after === '\u20E3'),
  },
  {
    of: /[\u180B-\u180F]/u,
    holds: ({ before }) => /\p{Script=Mongolian}/u.test(before) && !/[\u180B-\u180F]/u.test(before),
  },
  { of: /[\u{E0100}-\u{E01EF}]/u, holds: ({ before }) => /\p{Script=Han}/u.test(before) },
  {
    of: /[\u{E0020}-\u{E007F}]/u,
    holds: ({ text, index }) => isInFlag(text, index),
  },
  {
    of: /\u2800/u,
    holds: ({ before, after }) => /[\u2801-\u28FF]/u.test(before + after),
  },
  {
    of: /[\u115F\u1160]/u,
    holds: ({ before, after }) => /[\u1100-\u11FF]/u.test(before + after),
  },
];

/** England, Scotland and Wales: the only signs that are written with tags. */
const flag =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;
const flagLength = 14;

function isInFlag(text: string, index: number): boolean {
  const from = Math.max(0, index - flagLength);
  return [...text.slice(from, index + flagLength).matchAll(flag)].some(
    ({ index: at }) => from + at < index && index < from + at + flagLength,
  );
}

/** The nearest letter on each side, as far as a mark of direction reaches in ordinary text. */
function nearestLetters(text: string, index: number): string {
  const before = charactersBefore(text, index, 20).findLast((one) => /\p{L}/u.test(one)) ?? '';
  const rest = Array.from(text.slice(index + 1, index + 20));
  const after = rest.find((one) => /[\p{L}\n]/u.test(one)) ?? '';
  return before + after;
}

function charactersBefore(text: string, index: number, most = 2): readonly string[] {
  return Array.from(text.slice(Math.max(0, index - most), index));
}

// A text may be one endless line.
const longest = 200;

function lineAround(text: string, index: number): string {
  return around(text, index, /[\n\r]/);
}

function wordAround(text: string, index: number): string {
  return around(text, index, /[\t\n\r ]/);
}

function around(text: string, index: number, end: RegExp): string {
  const [head, tail] = [
    text
      .slice(Math.max(0, index - longest), index)
      .split(end)
      .at(-1) ?? '',
    text.slice(index, index + longest).split(end)[0] ?? '',
  ];
  return `${head}${tail}`.trim();
}

const otherAlphabet = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const everyWord = /[\p{L}\p{M}\p{N}_$]+/gu;

/** Letters that look like Latin ones in most fonts. */
const likeLatin = {
  cyrillic: /[АВЕКМНОРСТУХЅІЈҮԌԚԜаеорсухѕіјһԁԛԝҽґӏ]/u,
  greek: /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονϲϳ]/u,
};

function findLookAlikes(text: string): readonly HiddenCharacter[] {
  if (!otherAlphabet.test(text)) return [];
  return [...text.matchAll(everyWord)].flatMap(({ 0: word, index }) => {
    const at = otherAlphabet.test(word) ? lookAlikeIn(word) : undefined;
    if (at === undefined) return [];
    const codePoint = word.codePointAt(at) ?? 0;
    return [{ index: index + at, codePoint, within: word, kind: 'look-alike' as const }];
  });
}

/**
 * Where a word that reads as Latin has a letter that is none. Prose adds endings to Latin names, and formulas begin with Greek
 * letters (`\u03BD_max`), so all letters of the other alphabet must look Latin, and Greek ones stand in the same part.
 */
function lookAlikeIn(word: string): number | undefined {
  if (!/\p{Script=Latin}/u.test(word)) return undefined;
  const cyrillic = word.match(/\p{Script=Cyrillic}/gu) ?? [];
  if (cyrillic.length > 0) {
    const areAlike = cyrillic.every((letter) => likeLatin.cyrillic.test(letter));
    return areAlike ? word.search(/\p{Script=Cyrillic}/u) : undefined;
  }
  let start = 0;
  for (const part of word.split('_')) {
    const greek = part.match(/\p{Script=Greek}/gu) ?? [];
    const areAlike = greek.every((letter) => likeLatin.greek.test(letter));
    if (greek.length > 0 && areAlike && /\p{Script=Latin}/u.test(part))
      return start + part.search(/\p{Script=Greek}/u);
    start += part.length + 1;
  }
  return undefined;
}
