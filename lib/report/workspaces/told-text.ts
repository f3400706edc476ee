import { oneLine } from '#base/plain-text.ts';
import { safeText } from '../run/safe-text.ts';

/** Words from outside for a line of a table: masked, plain and not too long. */
export function safeLine(text: string, most = 500): string {
  return oneLine(safeText(text, most));
}
