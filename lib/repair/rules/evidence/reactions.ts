import type { ProbeAnswer, TestEnd, TriedMutant, WatchedTest } from './probe-answer.ts';

/** What a test does about a mutant. */
export interface Reaction {
  readonly mutant: Pick<TriedMutant, 'function' | 'kind' | 'applied'>;
  /** Whether it ends otherwise than without it. */
  readonly reacts: boolean;
  /** Whether what it demands shows that: not only that something broke on the way. */
  readonly byValue: boolean;
}

/** All that a test was tried on. */
export function reactionsOf(test: WatchedTest, { mutants }: ProbeAnswer): readonly Reaction[] {
  return mutants.flatMap((mutant) => {
    const end = mutant.ends?.[test.id];
    if (end === undefined) return [];
    const reacts = differs(test, end);
    return [{ mutant, reacts, byValue: reacts && showsValue(test.end, end) }];
  });
}

/** A test that passes reacts by failing. One that fails does so by failing otherwise. */
function differs({ end: own, plain }: WatchedTest, end: TestEnd): boolean {
  if (own.outcome !== end.outcome) return true;
  if (own.outcome !== 'failed') return false;
  if (own.type !== end.type || own.line !== end.line) return true;
  // What is not the same twice says nothing.
  const isStable = plain === undefined || plain === null || plain.says === own.says;
  return isStable && own.says !== end.says;
}

function showsValue(own: TestEnd, end: TestEnd): boolean {
  if (own.outcome === 'passed') return end.outcome === 'failed';
  return own.asserts === true && (end.outcome !== 'failed' || end.asserts === true);
}

export function mutantName({ function: name, kind }: Reaction['mutant']): string {
  return `${name} ${kind}`;
}

const did: Record<TriedMutant['kind'], string> = {
  empty: 'does nothing',
  high: 'gives another value',
  low: 'gives another value',
  raises: 'fails',
};

/** A mutant in words. */
export function describeMutant({ function: name, kind }: Reaction['mutant']): string {
  const [path = '', symbol = name] = name.split('::');
  return `${symbol} of ${path} ${did[kind]}`;
}
