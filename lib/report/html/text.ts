import { plainText } from '#base/plain-text.ts';

/** Text of anyone for between tags and inside quoted attributes. */
export function html(text: string): string {
  return plainText(text).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
