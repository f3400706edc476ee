export type Environment = Readonly<Record<string, string | undefined>>;

/** The only function that reads the process environment; all other code gets this frozen copy. */
export function readEnvironment(): Environment {
  return Object.freeze({ ...process.env });
}
