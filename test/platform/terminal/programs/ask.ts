import { createTerminalAsker } from '#platform/terminal/asker.ts';
import type { Question } from '#repair/needs/asker.ts';

/** Asks everything it is given at once, and prints the answers; `abort` takes the last question back after a while. */
const [mode = '', ...texts] = process.argv.slice(2);
const questions: Question[] = texts.map((text) => JSON.parse(text));
const asker = createTerminalAsker({ input: process.stdin, output: process.stderr });
const signal = mode === 'abort' ? AbortSignal.timeout(500) : undefined;
const answers = await Promise.all(questions.map((question) => asker.ask(question, signal)));
process.stdout.write(`answers ${JSON.stringify(answers.map((answer) => answer ?? null))}\n`);
