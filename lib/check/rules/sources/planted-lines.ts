import { pythonLines } from './python-text.ts';

/** A text with lines of ours between its own. */
export interface PlantedText {
  readonly text: string;
  /** For each of its lines the one that it was, or that it stands before, counted from 1. */
  readonly origins: readonly PlantedOrigin[];
}

interface PlantedOrigin {
  readonly number: number;
  readonly isOurs: boolean;
  /** The code that it was, or stands before; empty: none that counts. */
  readonly code: string;
}

/** Puts a faulty line at the beginning of a module of Python and before each statement further in: where none is found, nothing is judged. */
export function plantInPython(text: string, faulty: string): PlantedText {
  const at = new Map(statementsToTry(text).map((line) => [line.number, line]));
  const planted: string[] = [];
  const origins: PlantedOrigin[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const statement = at.get(number);
    if (statement !== undefined) {
      planted.push(`${statement.indent}${faulty}`);
      origins.push({
        number,
        isOurs: true,
        code: statement.indent === '' ? module : statement.code,
      });
    }
    planted.push(line);
    origins.push({ number, isOurs: false, code: statement?.code ?? '' });
  }
  return { text: planted.join('\n'), origins };
}

const module = 'the beginning of the module';

/** Puts a faulty statement at the end of a script. */
export function plantInScript(text: string, faulty: string): PlantedText {
  const lines = text.split('\n');
  const origins = lines.map((_, index) => ({ number: index + 1, isOurs: false, code: '' }));
  return {
    text: `${text}\n${faulty}`,
    origins: [...origins, { number: lines.length, isOurs: true, code: 'the end of the file' }],
  };
}

/** Those before which a line of its own may stand: not what belongs to the line above, nor a body that says that there is none. */
function statementsToTry(text: string) {
  const lines = pythonLines(text);
  const first = lines.findIndex(({ code }) => !/^(?:from __future__ |[rRbBuU]?""$)/.test(code));
  return lines.filter(({ indent, code }, index) => {
    if (index === first) return true;
    const above = lines[index - 1]?.code ?? '';
    return (
      indent !== '' && !above.startsWith('@') && !goesWithAbove.test(code) && !saysNothing(code)
    );
  });
}

const goesWithAbove = /^(?:elif|else|except|finally|case)\b/;

/** Whether a statement does nothing: type checkers take a body of such for none. */
export function saysNothing(code: string): boolean {
  return /^(?:pass|\.\.\.|(?:[rRbBuUfF]{0,2}"")+|raise NotImplementedError\b.*)$/.test(code);
}
