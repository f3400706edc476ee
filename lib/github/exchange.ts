export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** manual: the address of a redirect is the answer. */
  readonly redirect?: 'manual' | undefined;
}

export interface GitHubResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined: the answer is something else, or empty. */
  readonly data: unknown;
  /** Characters of the answer. */
  readonly size: number;
}

/** Sends one request and reads the whole answer; whatever breaks on the way throws. */
export async function sendOnce(send: typeof fetch, outgoing: Outgoing): Promise<GitHubResponse> {
  const { method, url, headers, body = null, redirect = 'follow' } = outgoing;
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await send(url, { method, headers: { ...headers }, body, redirect, signal });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    data: isJson && text !== '' ? parseWithTextIds(text) : undefined,
    size: text.length,
  };
}

// GitHub gives up on a query after 10 s, and on anything after 30.
const requestTimeoutMs = 40_000;

// Ids of webhook deliveries are beyond the integers of JavaScript. Inside of a text the quotes are escaped.
function parseWithTextIds(text: string): unknown {
  return JSON.parse(text.replace(/"id":(\s*)(\d{16,})/g, '"id":$1"$2"'));
}
