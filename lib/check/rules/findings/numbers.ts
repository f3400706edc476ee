import type { Sha } from '#model/ids.ts';

/** How much worse a number may get. */
export interface Tolerance {
  readonly kind: 'absolute' | 'percent';
  readonly most: number;
}

/** A number that a command of the user's own measured. */
export interface MeasuredNumber {
  readonly name: string;
  readonly value: number;
  /** Which way it gets better. */
  readonly direction: 'lower' | 'higher';
  readonly tolerance: Tolerance;
}

/** By name. */
export type RecordedNumbers = Readonly<Record<string, number>>;

/** What is known of the numbers of an engine without the change. */
export interface EarlierNumbers {
  /** undefined: nobody knows them. */
  readonly atBase: RecordedNumbers | undefined;
  /** Of commits up to the base, as far as they were recorded, oldest first. */
  readonly earlier: readonly { readonly commit: Sha; readonly numbers: RecordedNumbers }[];
}

export type NumbersAtBase = (engine: string) => Promise<EarlierNumbers>;

/** Findings of this kind say that a number got worse; which numbers they are is all there is to say of them. */
export const worseNumber = 'number_worse';

export interface ComparedNumber {
  readonly number: MeasuredNumber;
  /** undefined: it is not known of the base, or the base has none of that name. */
  readonly before: number | undefined;
  readonly result: 'better' | 'same' | 'worse';
  /** Worse by more than is tolerated. */
  readonly isBeyond: boolean;
  readonly sentence: string;
  /** What it was at commits up to the base, oldest first. */
  readonly trend: readonly { readonly commit: Sha; readonly value: number }[];
}

/** Holds a number against what it was. */
export function compareNumber(
  number: MeasuredNumber,
  recorded: RecordedNumbers | undefined,
  earlier: EarlierNumbers['earlier'] = [],
): ComparedNumber {
  const { name, value, direction, tolerance } = number;
  const before = readNumber(recorded, name);
  const trend = earlier.flatMap(({ commit, numbers }) => {
    const then = readNumber(numbers, name);
    return then === undefined ? [] : [{ commit, value: then }];
  });
  if (before === undefined) {
    const sentence = `${name} is ${value}; the base has no such number.`;
    return { number, before, result: 'same', isBeyond: false, sentence, trend };
  }
  const loss = direction === 'lower' ? value - before : before - value;
  const isBeyond = loss > mostLoss(tolerance, before);
  const change = loss === 0 ? 'still that' : `was ${before} at the base`;
  const sentence = `${name} is ${value}, ${change}; ${describeGoal(number)}.`;
  const worse = isBeyond ? 'worse' : 'same';
  return { number, before, result: loss < 0 ? 'better' : worse, isBeyond, sentence, trend };
}

function readNumber(recorded: RecordedNumbers | undefined, name: string): number | undefined {
  return recorded !== undefined && Object.hasOwn(recorded, name) ? recorded[name] : undefined;
}

function mostLoss({ kind, most }: Tolerance, before: number): number {
  return kind === 'absolute' ? most : (Math.abs(before) * most) / 100;
}

/** A number by itself, and how it is held against others. */
export function describeMeasured(number: MeasuredNumber): string {
  return `${number.name} is ${number.value}; ${describeGoal(number)}`;
}

function describeGoal({ direction, tolerance }: MeasuredNumber): string {
  return `${direction} is better${describeTolerance(tolerance)}`;
}

function describeTolerance({ kind, most }: Tolerance): string {
  if (most === 0) return '';
  return `, ${most}${kind === 'percent' ? ' %' : ''} worse is tolerated`;
}
