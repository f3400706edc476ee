export type LogFields = Readonly<Record<string, unknown>>;

/** Messages are constants; what varies goes into fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
