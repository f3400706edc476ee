import { eachLine } from '#base/lines.ts';

/** One error of the compiler of Go, or of what it starts. */
export interface GoError {
  readonly path: string;
  readonly line: number;
  readonly column: number | null;
  readonly message: string;
}

// The longest place that is looked at: no path is longer, and a line without a place may be endless.
const longest = 4_096;

/** What Go says with a place; indented lines go on with it. */
export function readGoErrors(text: string): readonly GoError[] {
  const errors: GoError[] = [];
  for (const ended of eachLine(text)) {
    const line = ended.replace(/\r$/, '');
    const last = errors.at(-1);
    const error = readGoError(line);
    if (error !== undefined) errors.push(error);
    else if (last !== undefined && /^\t\S/.test(line) && last.message.length < longest) {
      errors.splice(-1, 1, { ...last, message: `${last.message}\n${line.trim()}` });
    }
  }
  return errors;
}

function readGoError(line: string): GoError | undefined {
  const [, path, row, column, message] =
    /^(?:vet: )?(?:\.\/)?([^\s:][^:\n]{0,4000}\.(?:go|[chmsS]|cc|cpp|f)):(\d{1,9})(?::(\d{1,9}))?: (.*)$/.exec(
      line,
    ) ?? [];
  if (path === undefined || message === undefined || Number(row) < 1) return undefined;
  return { path, line: Number(row), column: Number(column) || null, message };
}

/** Whether it is no Go at all, rather than Go that does not fit together. */
export function isGoSyntaxError({ message }: GoError): boolean {
  return /^(?:syntax error\b|expected |illegal |missing ['",]|unexpected |non-declaration )|not terminated$/.test(
    message,
  );
}
