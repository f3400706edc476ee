export interface Measured {
  readonly place: string;
  readonly size: number;
}

export interface Budget {
  /** What is measured, as it reads after a number: `lines`. */
  readonly unit: string;
  /** More than half must be smaller than this. */
  readonly half: number;
  /** At least nine in ten must be smaller than this. */
  readonly nineInTen: number;
  /** None may be larger than this. */
  readonly most: number;
}

/** Says which promises of the budget these sizes break, each with its offenders, largest first. */
export function budgetProblems(all: readonly Measured[], budget: Budget): readonly string[] {
  const { unit, half, nineInTen, most } = budget;
  return [
    shareBelow(all, half) > 0.5
      ? undefined
      : `more than half must be under ${half} ${unit}; these are not${list(all, half)}`,
    shareBelow(all, nineInTen) >= 0.9
      ? undefined
      : `nine in ten must be under ${nineInTen} ${unit}; these are not${list(all, nineInTen)}`,
    ...overLimit(all, { unit, most }),
  ].filter((problem) => problem !== undefined);
}

/** Says which of these are larger than a limit that has no exceptions. */
export function overLimit(
  all: readonly Measured[],
  { unit, most }: Pick<Budget, 'unit' | 'most'>,
): readonly string[] {
  return all.some(({ size }) => size > most)
    ? [`none may be over ${most} ${unit}; these are${list(all, most + 1)}`]
    : [];
}

function shareBelow(all: readonly Measured[], limit: number): number {
  return all.length === 0 ? 1 : all.filter(({ size }) => size < limit).length / all.length;
}

function list(all: readonly Measured[], from: number): string {
  return all
    .filter(({ size }) => size >= from)
    .toSorted((one, other) => other.size - one.size)
    .map(({ place, size }) => `\n  ${size} ${place}`)
    .join('');
}
