/** A message as a function gets it from SQS; what is not read here is left out. */
export interface QueueRecord {
  readonly messageId: string;
  readonly body: string;
  readonly eventSourceARN: string;
  readonly attributes: { readonly MessageGroupId?: string };
}

export interface QueueEvent {
  readonly Records: readonly QueueRecord[];
}

/** Names the messages that come back; all others are done. */
export interface QueueResponse {
  readonly batchItemFailures: { readonly itemIdentifier: string }[];
}

/** A request as a function gets it, by its own address or through an HTTP API. */
export interface HttpEvent {
  readonly rawPath: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly http: { readonly method: string } };
}

export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** What Lambda passes to a function beside the event. */
export interface Context {
  readonly invokedFunctionArn: string;
}
