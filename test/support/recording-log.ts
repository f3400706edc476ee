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
  const bind = (bound: LogFields): Log => {
    const at =
      (level: LogEntry['level']) =>
      (message: string, fields: LogFields = {}) =>
        void entries.push({ level, message, fields: { ...bound, ...fields } });
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (fields) => bind({ ...bound, ...fields }),
    };
  };
  const of = (message: string): readonly LogFields[] =>
    entries.filter((entry) => entry.message === message).map(({ fields }) => fields);
  return { ...bind({}), entries, of };
}
