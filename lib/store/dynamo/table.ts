import {
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface Table {
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
export async function checkTable({ client, name }: Table): Promise<void> {
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

/** The keys and indexes that the stores rely on. */
export const tableShape: Omit<CreateTableCommandInput, 'TableName'> = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'duePk', AttributeType: 'S' },
    { AttributeName: 'dueAt', AttributeType: 'N' },
    { AttributeName: 'claimPk', AttributeType: 'S' },
    { AttributeName: 'claimSk', AttributeType: 'S' },
    { AttributeName: 'repositoryPk', AttributeType: 'S' },
    { AttributeName: 'number', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: dueIndex,
      KeySchema: [
        { AttributeName: 'duePk', KeyType: 'HASH' },
        { AttributeName: 'dueAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: claimableIndex,
      KeySchema: [
        { AttributeName: 'claimPk', KeyType: 'HASH' },
        { AttributeName: 'claimSk', KeyType: 'RANGE' },
      ],
      // What a claim must know of a candidate, so that it needs no read before its one write.
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['attemptNo', 'notBefore'] },
    },
    {
      IndexName: repositoryIndex,
      KeySchema: [
        { AttributeName: 'repositoryPk', KeyType: 'HASH' },
        { AttributeName: 'number', KeyType: 'RANGE' },
      ],
      // What tells an event whom it concerns; only a look that saw something new writes it again.
      Projection: {
        ProjectionType: 'INCLUDE',
        NonKeyAttributes: ['headSha', 'baseRef', 'archivedAt'],
      },
    },
  ],
};

function noTable(error: unknown): undefined {
  if (error instanceof ResourceNotFoundException) return undefined;
  throw error;
}
