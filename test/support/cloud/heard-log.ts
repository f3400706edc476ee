import * as z from 'zod';
import type { RecordingLog } from '../recording-log.ts';

/** What functions log, for a test to look at. */
type HeardLog = Pick<RecordingLog, 'entries' | 'of'>;

export interface LogOfAll {
  readonly hear: (line: string) => void;
  /** The entries that name this text; what else is printed are entries as well. */
  about(text: string): HeardLog;
}

type Entry = HeardLog['entries'][number];

const levels = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

const line = z.looseObject({
  level: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  message: z.string(),
});

/** Reads the lines that functions print for CloudWatch. */
export function createLogOfAll(): LogOfAll {
  const heard: { readonly entry: Entry; readonly text: string }[] = [];
  return {
    hear: (text) => {
      // Metrics are lines as well.
      if (text.startsWith('{"_aws":')) return;
      const parsed = line.safeParse(jsonOf(text));
      if (!parsed.success) {
        heard.push({ text, entry: { level: 'debug', message: text, fields: {} } });
        return;
      }
      const { level, message, ...fields } = parsed.data;
      heard.push({ text, entry: { level: levels[level], message, fields } });
    },
    about: (name) => {
      const entries = (): readonly Entry[] =>
        heard.filter(({ text }) => text.includes(name)).map(({ entry }) => entry);
      return {
        get entries() {
          return entries();
        },
        of: (message) =>
          entries()
            .filter((entry) => entry.message === message)
            .map(({ fields }) => fields),
      };
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
