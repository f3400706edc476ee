import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface QueueDepth {
  /** Wait to be received. */
  readonly waiting: number;
  /** Were received by somebody who is not done with them. */
  readonly underWay: number;
}

/** How much a queue holds, as nearly as SQS knows. */
export async function readDepth(client: SQSClient, url: string): Promise<QueueDepth> {
  const { Attributes: found = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return {
    waiting: Number(found['ApproximateNumberOfMessages'] ?? 0),
    underWay: Number(found['ApproximateNumberOfMessagesNotVisible'] ?? 0),
  };
}

/** The queue in which a deployment puts the dead letters of another, by its name. */
export function deadLetterUrl(url: string): string {
  return url.endsWith('.fifo') ? `${url.slice(0, -'.fifo'.length)}-dead.fifo` : `${url}-dead`;
}
