/** What the exit code of `ratchetr` says; scripts rely on these numbers. */
export const EXIT = {
  ok: 0,
  findings: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** An engine, an agent, the forge or Ratchetr itself failed. */
  toolFailure: 3,
  /** There was nothing that an engine could judge, so nothing is known. */
  nothingJudged: 4,
  /** How the code is judged was changed, and a person has to vouch for that. */
  needsPerson: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
