import { withoutEscapes } from './excerpt.ts';

/**
 * Text of a tool without what could steer a terminal, hide from a reader or break an encoding: escape
 * sequences go, other control characters and halves of characters become a sign that stands for them.
 */
export function plainText(text: string): string {
  return withoutEscapes(text).replace(/\r\n?/g, '\n').toWellFormed().replace(unseen, '\u{FFFD}');
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** At most so many characters, with a sign where something is left out. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed();
}

/** How many bytes a text takes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += utf8Width(character.codePointAt(0) ?? 0);
  return bytes;
}

function utf8Width(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

// Marks of writing direction reorder what follows them, so that a line reads as what it is not.
const unseen = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;
