import { compareText } from '#base/order.ts';
import { testSidePattern } from './test-side.ts';

/** A test of ours, run among those of the project: one that must fail, or one that must pass. */
export interface Canary {
  readonly name: string;
  /** One that its runner knows. */
  readonly form: string;
  /** It passes where both are the same. */
  readonly values: readonly [number, number];
}

/** What a probe is asked, before it is given to the runner as JSON. */
export interface ProbeRequest {
  readonly nonce: string;
  /** Where it writes its answer, absolute. */
  readonly answer: string;
  /** Tests to look at whether they were changed or not, by their ids. */
  readonly named: readonly string[];
  /** The other version of each file of tests that differs, by its path from the root; null: there is none. */
  readonly others: Readonly<Record<string, string | null>>;
  /** Whether something around the tests differs, so that any of them may demand something else. */
  readonly everything: boolean;
  readonly testSide: string;
  readonly canaries: readonly Canary[];
  /** How many tests are looked at, and how many functions are mutated. */
  readonly tests: number;
  readonly functions: number;
  /** After that long, no more mutants are begun. */
  readonly limitMs: number;
}

export const probeLimits = {
  testSide: testSidePattern,
  tests: 40,
  functions: 5,
  limitMs: 20_000,
} as const;

const words = ['adds', 'counts', 'gives', 'holds', 'keeps', 'names', 'reads', 'splits', 'takes'];

/** Draws tests that cannot be known before: one of each form that must fail, and two that must pass. */
export function drawCanaries(token: string, forms: readonly string[]): readonly Canary[] {
  const draw = drawFrom(token);
  const passing = draw(forms.length);
  const drawn = [...forms, forms[passing], forms[(passing + 1) % forms.length]].map(
    (form, number) => {
      const value = 10 + draw(9000);
      const other = number < forms.length ? value + 1 + draw(900) : value;
      const name = `test_${words[draw(words.length)]}_${draw(1e6).toString(36)}`;
      return { name: `${name}${number}`, form: form ?? '', values: [value, other] as const };
    },
  );
  return drawn.toSorted((one, other) => compareText(one.name, other.name));
}

export function mustFail({ values: [one, other] }: Canary): boolean {
  return one !== other;
}

/** Numbers that follow from a token alone. */
function drawFrom(token: string): (below: number) => number {
  let state = 2166136261;
  const step = (code: number): void => {
    state = Math.imul(state ^ code, 16777619) >>> 0;
  };
  for (const letter of token) step(letter.charCodeAt(0));
  return (below) => {
    step(state >>> 13);
    return state % below;
  };
}
