import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { oneLine, plainText, shortened } from '#base/plain-text.ts';
import type { Asker, Question } from '#repair/needs/asker.ts';

export interface TerminalAskerDeps {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: { readonly isTTY?: boolean; write(text: string): unknown };
}

/** Asks the person at this terminal, one question at a time; without a terminal there is no answer. */
export function createTerminalAsker(deps: TerminalAskerDeps): Asker {
  let before: Promise<unknown> = Promise.resolve();
  return {
    async ask(question, signal) {
      if (deps.input.isTTY !== true || deps.output.isTTY !== true) return undefined;
      const answered = before.then(() => converse(deps, question, signal));
      before = answered.catch(() => undefined);
      return answered;
    },
  };
}

const longestQuestion = 4_000;
const longestChoice = 200;

async function converse(
  { input, output }: TerminalAskerDeps,
  { question, choices = [] }: Question,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (signal?.aborted === true) return undefined;
  output.write(renderQuestion(question, choices));
  // Without raw mode: the terminal edits the line, and ^C reaches the process as ever.
  const lines = createInterface({ input, terminal: false });
  const stop = (): void => lines.close();
  signal?.addEventListener('abort', stop);
  try {
    output.write(prompt(choices));
    for await (const line of lines) {
      const answer = chooseAnswer(line, choices);
      if (answer !== undefined) return answer;
      output.write(prompt(choices));
    }
    // Closed by ^D or by the signal: what is printed next begins on a line of its own.
    output.write('\n');
    return undefined;
  } finally {
    signal?.removeEventListener('abort', stop);
    lines.close();
  }
}

// Agents write questions, so they must not look like our own words or steer the terminal.
function renderQuestion(question: string, choices: readonly string[]): string {
  const lines = shortened(plainText(question).trim(), longestQuestion).split('\n');
  const listed = choices.map(
    (choice, index) => `  ${index + 1}) ${shortened(oneLine(choice), longestChoice)}`,
  );
  return ['', 'The plan asks:', ...lines.map((line) => `  | ${line}`), ...listed, ''].join('\n');
}

function prompt(choices: readonly string[]): string {
  const wanted = choices.length === 0 ? 'Your answer' : `Your choice, 1 to ${choices.length}`;
  return `${wanted} (^D: not now): `;
}

function chooseAnswer(line: string, choices: readonly string[]): string | undefined {
  const said = line.trim();
  if (choices.length === 0) return said === '' ? undefined : said;
  return choices.find((choice) => choice.trim() === said) ?? choiceByNumber(said, choices);
}

function choiceByNumber(said: string, choices: readonly string[]): string | undefined {
  return /^[1-9]\d{0,3}$/.test(said) ? choices[Number(said) - 1] : undefined;
}
