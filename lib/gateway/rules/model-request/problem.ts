/** Why a request to a model is not forwarded, by the code that agents show. */
export interface RequestProblem {
  readonly code:
    | 'beta_not_allowed'
    | 'content_not_allowed'
    | 'content_not_inline'
    | 'field_not_allowed'
    | 'request_invalid'
    | 'tool_not_allowed';
  /** What, why, and what to do. */
  readonly sentence: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A name that a client chose, as far as it may stand in a sentence. */
export function quoteName(name: unknown): string {
  const isPlain = typeof name === 'string' && /^[\w.\-[\]]{1,60}$/.test(name);
  return isPlain ? `"${name}"` : 'with an unusual name';
}
