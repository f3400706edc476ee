export interface TimeSource {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export interface Timer {
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface Clock extends TimeSource, Timer {}
