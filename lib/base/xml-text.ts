import { withoutEscapes } from './excerpt.ts';

/** An element with its attributes and what stands in it; nothing in a value can end it early. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${quoteAttribute(value)}"`,
  );
  const opening = `<${name}${pairs.join('')}`;
  return content.length === 0 ? `${opening}/>` : `${opening}>${content.join('')}</${name}>`;
}

/** Text for between the tags. */
export function xmlText(text: string): string {
  return dropForbidden(text).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

// A reader turns bare line breaks of an attribute into spaces.
function quoteAttribute(value: string | number): string {
  return dropForbidden(String(value)).replace(/[&<>"\n\r\t]/g, (sign) => entities[sign] ?? sign);
}

/** XML 1.0 knows no way at all to write these characters. */
function dropForbidden(text: string): string {
  return withoutEscapes(text)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\u{FFFD}');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
