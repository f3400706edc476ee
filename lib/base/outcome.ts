/**
 * The answer of what is expected to fail now and then: its value, or why there is none. What cannot be foreseen, a bug or
 * a broken machine, is thrown instead.
 */
export type Outcome<Value, Code extends string = string> =
  | { readonly kind: 'ok'; readonly value: Value }
  | {
      readonly kind: 'refused';
      /** What was wrong, for programs. */
      readonly code: Code;
      /** The same for people. */
      readonly sentence: string;
      /** What to do about it, where the sentence does not say so. */
      readonly next?: string;
    };

export function ok<Value>(value: Value): Outcome<Value, never> {
  return { kind: 'ok', value };
}

export function refuse<Code extends string>(
  code: Code,
  sentence: string,
  next?: string,
): Outcome<never, Code> {
  return { kind: 'refused', code, sentence, ...(next !== undefined && { next }) };
}
