import { plainText } from '#base/plain-text.ts';

/** Text of anyone for between tags and inside quoted attributes. */
export function html(text: string): string {
  return plainText(text).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A number that matters, with its name; it has a colour only where it is not 0. */
export function card(label: string, count: number, kind: string): string {
  return valueCard(label, String(count), count === 0 ? '' : kind);
}

/** The same for what is no plain number. */
export function valueCard(label: string, value: string, kind: string): string {
  const mood = kind === '' ? '' : ` ${kind}`;
  return `<div class="card${mood}"><b>${html(value)}</b><span>${label}</span></div>`;
}

export function htmlList(sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  return `<ul>${sentences.map((one) => `<li>${html(one)}</li>`).join('')}</ul>`;
}

/** A part of a page; nothing where it has no content. */
export function section(title: string, told: string, content: string): string {
  if (content === '') return '';
  const hint = told === '' ? '' : ` <small>${html(told)}</small>`;
  return `<section><h2>${title}${hint}</h2>${content}</section>`;
}
