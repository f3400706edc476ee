export type Environment = Readonly<Record<string, string | undefined>>;

/** The one place that reads the process environment; everything else is handed this frozen copy. */
export function readEnvironment(): Environment {
  return Object.freeze({ ...process.env });
}
