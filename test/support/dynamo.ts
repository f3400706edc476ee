import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import dynalite from 'dynalite';
import {
  claimableIndex,
  createDynamoClient,
  dueIndex,
  repositoryIndex,
  type DynamoTable,
} from '#store/dynamo/table.ts';
import { readEnvironment } from '#config/env.ts';

export interface DynamoEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/** A DynamoDB that speaks the real protocol: dynalite in this process, or the one you name. */
export async function startDynamo(): Promise<DynamoEndpoint> {
  const given = readEnvironment()['RATCHETR_TEST_DYNAMODB_ENDPOINT'];
  if (given !== undefined && given !== '') return { url: given, close: async () => undefined };
  const server = dynalite({ createTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** By itself it waits longer than any answer takes, however much the machine has to do beside it. */
export function connect(url: string, requestTimeoutMs = 240_000): DynamoDBDocumentClient {
  return createDynamoClient({
    requestTimeoutMs,
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}

/** A table of its own for every test, so that none sees another's items. */
export async function freshTable(endpoint: Pick<DynamoEndpoint, 'url'>): Promise<DynamoTable> {
  const table = { client: connect(endpoint.url), name: `ratchetr-${randomUUID()}` };
  await createTable(table);
  return table;
}

/** The table that the stack deploys, on an endpoint without a stack. */
export async function createTable({ client, name: TableName }: DynamoTable): Promise<void> {
  await client.send(new CreateTableCommand({ TableName, ...tableShape }));
  for (;;) {
    const { Table: made } = await client.send(new DescribeTableCommand({ TableName }));
    if (made?.TableStatus === 'ACTIVE') return;
    await sleep(2);
  }
}

/** The keys and indexes that the stores rely on; that the stack makes the same is a test of it. */
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
