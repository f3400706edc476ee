/** The part of a terminal or of a pipe that is read. */
export interface SecretInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface SecretQuestion {
  readonly input: SecretInput;
  readonly output: { write(text: string): unknown };
  readonly signal: AbortSignal;
}

const ending = new Set(['\r', '\n']);
/** What a terminal in raw mode sends for Ctrl+C and Ctrl+D. */
const interrupting = new Set(['\u0003', '\u0004']);

/** Asks for one line that a terminal does not show; a pipe gives its first line. undefined: none was given. */
export async function askSecret(
  { input, output, signal }: SecretQuestion,
  question: string,
): Promise<string | undefined> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) output.write(`${question} (it is not shown): `);
  input.setEncoding('utf8');
  if (isTerminal) input.setRawMode?.(true);
  try {
    return await readLine(input, signal);
  } finally {
    if (isTerminal) {
      input.setRawMode?.(false);
      output.write('\n');
    }
    input.pause();
  }
}

async function readLine(input: SecretInput, signal: AbortSignal): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let text = '';
  const take = (chunk: string): void => {
    for (const sign of chunk) {
      if (interrupting.has(sign)) return resolve(undefined);
      if (ending.has(sign)) return resolve(text);
      text = sign === '\u007F' || sign === '\b' ? text.slice(0, -1) : text + sign;
    }
  };
  const end = (): void => resolve(text);
  const stop = (): void => resolve(undefined);
  input.on('data', take).on('end', end);
  signal.addEventListener('abort', stop, { once: true });
  input.resume();
  try {
    const line = (await promise)?.trim();
    return line === '' ? undefined : line;
  } finally {
    input.off('data', take).off('end', end);
    signal.removeEventListener('abort', stop);
  }
}
