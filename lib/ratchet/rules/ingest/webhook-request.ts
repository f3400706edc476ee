/** Header names are in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

export interface WebhookRequest {
  /** A delivery that is sent again has the same one. */
  readonly id: string;
  readonly event: string;
  readonly signature: string;
  /** The App or repository that the webhook belongs to. */
  readonly target: string | undefined;
}

export interface WebhookRefusal {
  readonly status: 400 | 401 | 403 | 413 | 415;
  /** What is wrong and what to do, without a word of the body. */
  readonly reason: string;
}

/** GitHub never sends more. */
const mostBytes = 25 * 1024 * 1024;

// The id becomes part of a key, the event of a log line.
const id = /^[\x21-\x7E]{1,200}$/;
const event = /^\w{1,100}$/;

/** What the headers of a webhook say, or why it cannot be one. */
export function readWebhookRequest(
  headers: WebhookHeaders,
  bytes: number,
): WebhookRequest | WebhookRefusal {
  if (bytes > mostBytes) return { status: 413, reason: 'The body is larger than 25 MB.' };
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true) {
    const reason = 'Set the content type of the webhook to application/json: forms are not read.';
    return { status: 415, reason };
  }
  const delivery = headers['x-github-delivery'] ?? '';
  const name = headers['x-github-event'] ?? '';
  if (!id.test(delivery))
    return { status: 400, reason: 'X-GitHub-Delivery is missing or unusable.' };
  if (!event.test(name)) return { status: 400, reason: 'X-GitHub-Event is missing or unusable.' };
  const signature = headers['x-hub-signature-256'];
  if (signature === undefined) {
    return { status: 401, reason: 'The delivery is not signed: give the webhook its secret.' };
  }
  const target = headers['x-github-hook-installation-target-id'];
  return { id: delivery, event: name, signature, target };
}
