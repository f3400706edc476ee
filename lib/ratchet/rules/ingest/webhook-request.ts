/** Header names are in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

export interface WebhookRequest {
  readonly kind: 'request';
  /** A delivery that is sent again has the same one. */
  readonly id: string;
  readonly event: string;
  readonly signature: string;
  /** The App or repository that the webhook belongs to. */
  readonly target: string | undefined;
}

export interface WebhookRefusal {
  readonly kind: 'refused';
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
  if (bytes > mostBytes) return refuseRequest(413, 'The body is larger than 25 MB.');
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true) {
    const reason = 'Set the content type of the webhook to application/json: forms are not read.';
    return refuseRequest(415, reason);
  }
  const delivery = headers['x-github-delivery'] ?? '';
  const name = headers['x-github-event'] ?? '';
  if (!id.test(delivery)) return refuseRequest(400, 'X-GitHub-Delivery is missing or unusable.');
  if (!event.test(name)) return refuseRequest(400, 'X-GitHub-Event is missing or unusable.');
  const signature = headers['x-hub-signature-256'];
  if (signature === undefined) {
    return refuseRequest(401, 'The delivery is not signed: give the webhook its secret.');
  }
  const target = headers['x-github-hook-installation-target-id'];
  return { kind: 'request', id: delivery, event: name, signature, target };
}

function refuseRequest(status: WebhookRefusal['status'], reason: string): WebhookRefusal {
  return { kind: 'refused', status, reason };
}
