import type { SettingPath } from './paths.ts';

export type ProblemSource = 'file' | 'environment' | 'command-line';

/** Where a setting was written. */
export type Origin =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly name: string; readonly line: number }
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'command-line'; readonly argument: string };

/** A location that a message names; `order` sorts the locations of one source. */
export interface Spot {
  readonly source: ProblemSource;
  readonly place: string;
  readonly order: number;
}

export interface Fault {
  readonly spot: Spot;
  readonly path: SettingPath;
  readonly message: string;
  readonly hint: string;
}

/** Settings that came together: from the file, one variable or one argument. */
export interface Layer {
  readonly value: unknown;
  /** For what is not there, the spot of what surrounds it. */
  readonly spot: (path: SettingPath, at: 'key' | 'value') => Spot;
  readonly origin: (path: SettingPath) => Origin;
  /** What was written but cannot be used, and so is not in `value`. */
  readonly broken: readonly SettingPath[];
}

export interface SourceReading {
  /** Later ones win. */
  readonly layers: readonly Layer[];
  readonly faults: readonly Fault[];
}

/** A source wins over those before it. */
export const precedence: Readonly<Record<ProblemSource, number>> = {
  file: 0,
  environment: 1,
  'command-line': 2,
};

/** Where a setting came from, for people. */
export function formatOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'file':
      return `${origin.name}:${origin.line}`;
    case 'environment':
      return origin.name;
    case 'command-line':
      return origin.argument;
  }
}
