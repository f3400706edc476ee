export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
