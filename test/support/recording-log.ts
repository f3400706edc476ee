import type { Log, LogFields } from '#base/needs/log.ts';

interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

export interface RecordingLog extends Log {
  readonly entries: readonly LogEntry[];
  /** The fields of all entries with this message. */
  of(message: string): readonly LogFields[];
}

/** A log that keeps what it is told, for a test to look at. */
export function recordingLog(): RecordingLog {
  const entries: LogEntry[] = [];
  const at =
    (level: LogEntry['level']) =>
    (message: string, fields: LogFields = {}) =>
      void entries.push({ level, message, fields });
  const of = (message: string): readonly LogFields[] =>
    entries.filter((entry) => entry.message === message).map(({ fields }) => fields);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { ...log, entries, of };
}
