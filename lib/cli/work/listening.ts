import { oneLine, shortened } from '#base/plain-text.ts';
import type { CliContext } from '../context.ts';

export interface Listening {
  readonly context: CliContext;
  /** All that was told, as one line. */
  said(): string;
}

/** What a person at a terminal would read is also kept, for those who are told elsewhere. */
export function listening(context: CliContext): Listening {
  let text = '';
  const { stderr } = context;
  const write = (more: string): void => {
    text += more;
    stderr.write(more);
  };
  return {
    context: { ...context, stderr: { write } },
    said: () => shortened(oneLine(text).trim(), mostSaid),
  };
}

const mostSaid = 1_000;
