import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface DynamoTable {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

export const dueIndex = 'due';
export const claimableIndex = 'claimable';
export const repositoryIndex = 'repository';

export interface DynamoOptions {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** How long an answer may take; an emulation may need longer. */
  readonly requestTimeoutMs?: number;
}

/** Short time-outs and a few retries: a claim that hangs is worse than one that is tried again. */
export function createDynamoClient({
  requestTimeoutMs = 5_000,
  ...options
}: DynamoOptions = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...options,
    maxAttempts: 5,
    // Without the last of these the SDK only warns and goes on waiting.
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
    unmarshallOptions: { wrapNumbers: Number },
  });
}

/** Says clearly what is missing before the first real call fails obscurely. */
export async function checkTable({ client, name }: DynamoTable): Promise<void> {
  const described = await client.send(new DescribeTableCommand({ TableName: name })).catch(noTable);
  const indexes = described?.Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName) ?? [];
  const missing = [dueIndex, claimableIndex, repositoryIndex].filter(
    (index) => !indexes.includes(index),
  );
  if (described === undefined || missing.length > 0) {
    const what = described === undefined ? 'does not exist' : `lacks index ${missing.join(', ')}`;
    throw new Error(`DynamoDB table ${name} ${what}: deploy the stack, or check RATCHETR_TABLE.`);
  }
}

function noTable(error: unknown): undefined {
  if (error instanceof ResourceNotFoundException) return undefined;
  throw error;
}
