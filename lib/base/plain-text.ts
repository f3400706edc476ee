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

// Marks of writing direction reorder what follows them, so that a line reads as what it is not.
const unseen = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;
