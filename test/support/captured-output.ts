import { onTestFinished, vi } from 'vitest';

export interface CapturedOutput {
  /** Every complete line written to standard output and standard error so far. */
  readonly lines: () => readonly string[];
}

/** Takes what this process prints, until the test ends. */
export function captureOutput(): CapturedOutput {
  let text = '';
  const take = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(take),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { lines: () => text.split('\n').slice(0, -1) };
}
