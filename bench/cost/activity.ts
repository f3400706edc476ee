/** What is assumed of the pull requests of an organisation; everything else is counted or measured. */
export const activity = {
  /** Shares of all that are open. */
  moving: 0.05,
  asking: 0.05,
  /** Of a pull request that moves, each day. */
  webhooks: 30,
  decisions: 12,
  looksWhileMoving: 60,
  checks: 1,
  fixups: 0.2,
  /** Of one that waits for a person or is switched off: every ten minutes. */
  looksWhileAsking: 144,
  /** Of any other. */
  looksWhileSettled: 1,
  webhooksOfNoConcern: 2,
  /** Pull requests that are looked at together, in one message. */
  together: 10,
  tasks: 5,
  minutesOfCheck: 5,
  minutesOfFixup: 20,
  megabytesOfRun: 5,
  megabytesOfLog: 0.3,
  requestsOfFixup: 200,
  requestsOfCheck: 40,
  /** How often a run changes its workspace: launched, started, finished, published. */
  changesOfRun: 8,
} as const;

/** Milliseconds that a function is busy for one invocation. */
export const busyMs = {
  webhook: 80,
  tick: 250,
  decide: 2_000,
  dispatch: 3_000,
  'record-exit': 500,
  publish: 4_000,
  report: 1_500,
  reconcile: 2_000,
  broker: 60,
} as const;

/** `reconcile` reads each open pull request. */
export const reconcileMsEach = 2;

/** Bytes that one invocation writes to its log: that of the platform, its metrics, and what it has to say. */
export const logBytes = 1_500;

export const daysOfMonth = 30;
