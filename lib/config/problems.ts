import type { Fault, ProblemSource } from './layers.ts';
import { precedence } from './layers.ts';
import { formatPath } from './paths.ts';

/** One thing to correct before anything runs. */
export interface Problem {
  readonly source: ProblemSource;
  /** Where to look: ratchetr.yaml:12:7, an environment name, or an argument. */
  readonly place: string;
  /** The setting; empty when the source as a whole is meant. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
  /** What would be right. */
  readonly hint: string;
}

/** One line for people: where, what is wrong, what would be right. */
export function formatProblem({ place, message, hint }: Problem): string {
  return `${place}: ${message}; ${hint}`.replaceAll(/\p{Cc}+/gu, ' ');
}

/** Problems source by source in the order of the text, each said once. */
export function toProblems(faults: readonly Fault[]): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const fault of faults.toSorted(compareSpots)) {
    const { source, place } = fault.spot;
    const path = formatPath(fault.path);
    const name = JSON.stringify([source, fault.spot.order, path]);
    if (problems.has(name)) continue;
    problems.set(name, { source, place, path, message: fault.message, hint: fault.hint });
  }
  return [...problems.values()];
}

function compareSpots({ spot: left }: Fault, { spot: right }: Fault): number {
  return precedence[left.source] - precedence[right.source] || left.order - right.order;
}
