/** Why something is refused: each is told to a worker in its own way. */
export type Why =
  /** There is nothing by that name. */
  | 'unknown'
  /** The token was not made here, or its time is over. */
  | 'unauthorized'
  /** What was sent is not what the method takes. */
  | 'malformed'
  /** It concerns another run, or another worker speaks for this one. */
  | 'not-yours'
  /** No worker may speak for the run any more. */
  | 'over';

export interface Refused {
  readonly refused: Why;
  readonly reason: string;
}

export type Answer<Response> = { readonly response: Response } | Refused;

export function refused(why: Why, reason: string): Refused {
  return { refused: why, reason };
}
