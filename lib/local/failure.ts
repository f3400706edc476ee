import { inspect } from 'node:util';
import { errorMessage } from '#base/errors.ts';

const LONGEST_SUMMARY = 300;

/** One line that says what happened and what to do; with `debug` also where it happened. */
export function describeFailure(error: unknown, debug: boolean): string {
  if (debug) return `ratchetr failed unexpectedly:\n${inspect(error)}\n`;
  const message = shortenMessage(errorMessage(error));
  return `ratchetr failed unexpectedly: ${message}. Run it again with --debug to see where.\n`;
}

function shortenMessage(message: string): string {
  const text = message.replaceAll(/\s+/g, ' ').replace(/[ .]+$/, '');
  return text.length > LONGEST_SUMMARY ? `${text.slice(0, LONGEST_SUMMARY)}...` : text;
}
