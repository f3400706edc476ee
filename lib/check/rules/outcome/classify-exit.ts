import type { ExitCategory } from '#model/engine-outcome.ts';
import type { Convention, ExitCatalog, ExitCodes } from './exit-catalog.ts';
import type { RunFacts } from './run-facts.ts';

export interface ExitFacts {
  readonly catalog: ExitCatalog;
  readonly code: number;
  readonly hasDiagnostics: boolean;
  readonly action: RunFacts['action'];
}

export interface ExitMeaning {
  readonly category: ExitCategory;
  /** The code to record: 0 for a success, else the tool's own. */
  readonly exit: number;
  readonly why: string;
}

/** Says what an exit code means. The order of the questions is the contract: the first answer holds. */
export function classifyExit(facts: ExitFacts): ExitMeaning {
  const meaning =
    classifyByCatalog(facts) ??
    classifyByDiagnostics(facts) ??
    classifyByConvention(facts) ??
    classifyIgnored(facts) ??
    classifyOtherwise(facts);
  return { ...meaning, exit: meaning.category === 'success' ? 0 : facts.code };
}

type Meaning = Omit<ExitMeaning, 'exit'>;

function classifyByCatalog({ catalog: { exitCodes = {} }, code }: ExitFacts): Meaning | undefined {
  const listed = inOrder.find(([list]) => exitCodes[list]?.includes(code));
  return (
    listed && { category: listed[1], why: `The catalog lists exit code ${code} as ${listed[2]}.` }
  );
}

const inOrder: readonly (readonly [keyof ExitCodes, ExitCategory, string])[] = [
  ['toolFailure', 'tool_failure', 'a failure of the tool'],
  ['success', 'success', 'a success'],
  ['diagnostic', 'diagnostic', 'findings'],
];

// At exit 0 too: tools told never to fail, and warnings alone, still report findings.
function classifyByDiagnostics({ code, hasDiagnostics }: ExitFacts): Meaning | undefined {
  if (!hasDiagnostics) return undefined;
  return { category: 'diagnostic', why: `It ended with exit code ${code} and reported findings.` };
}

function classifyByConvention({ catalog, code, action }: ExitFacts): Meaning | undefined {
  const { convention, isFix = false } = catalog;
  const known = convention && conventions[convention](code);
  if (known !== undefined) return known;
  if ((isFix || action === 'fix') && code === 1) {
    return { category: 'success', why: 'A fixer ends with exit code 1 when it changed files.' };
  }
  return undefined;
}

const conventions: Record<Convention, (code: number) => Meaning | undefined> = {
  pylint: byPylintBits,
  tombi: (code) =>
    code === 1
      ? { category: 'diagnostic', why: 'tombi ends with exit code 1 when a file is not in order.' }
      : undefined,
};

const fatal = 1;
const usage = 32;
const allBits = 63;

// Beside these: 2 error, 4 warning, 8 refactor, 16 convention.
function byPylintBits(code: number): Meaning | undefined {
  if (code <= 0 || code > allBits) return undefined;
  if ((code & usage) !== 0) {
    return { category: 'tool_failure', why: `pylint calls it a usage error (exit code ${code}).` };
  }
  return (code & fatal) !== 0
    ? { category: 'tool_failure', why: `pylint could not go on (exit code ${code}).` }
    : { category: 'diagnostic', why: `pylint says that it issued messages (exit code ${code}).` };
}

function classifyIgnored({ catalog: { ignoreExit = [] }, code }: ExitFacts): Meaning | undefined {
  if (!ignoreExit.includes(code)) return undefined;
  return { category: 'success', why: `Exit code ${code} is ignored where there are no findings.` };
}

function classifyOtherwise({ code }: ExitFacts): Meaning {
  return code === 0
    ? { category: 'success', why: 'It ended with exit code 0 and reported no findings.' }
    : { category: 'unknown', why: `Nothing says what exit code ${code} without findings means.` };
}
