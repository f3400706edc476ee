import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { QueryCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import type { DynamoTable } from './table.ts';

export type Item = Record<string, unknown>;

/** Reads one item as the last writer left it. */
export async function getItem(table: DynamoTable, key: Key): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
}

const batchLimit = 100;

/** Reads many items as their last writers left them; missing ones are left out. */
export async function getItems(
  table: DynamoTable,
  wanted: readonly Key[],
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let start = 0; start < wanted.length; start += batchLimit) {
    let open: Record<string, unknown>[] = wanted.slice(start, start + batchLimit).map(toPlainKey);
    while (open.length > 0) {
      const answer = await table.client.send(
        new BatchGetCommand({
          RequestItems: { [table.name]: { Keys: open, ConsistentRead: true } },
        }),
      );
      found.push(...(answer.Responses?.[table.name] ?? []));
      open = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
    }
  }
  return found;
}

type Query = Omit<QueryCommandInput, 'TableName'>;

/** Reads all pages, or stops when the caller has enough. */
export async function* queryItems(table: DynamoTable, query: Query): AsyncGenerator<Item> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await table.client.send(
      new QueryCommand({ ...query, TableName: table.name, ExclusiveStartKey: start }),
    );
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** All items of a partition whose sort key begins so, read strongly. */
export async function queryPrefix(table: DynamoTable, pk: string, prefix: string): Promise<Item[]> {
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  });
}

export async function queryPartition(table: DynamoTable, pk: string): Promise<Item[]> {
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
}

async function queryAll(table: DynamoTable, query: Query): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of queryItems(table, { ...query, ConsistentRead: true })) items.push(item);
  return items;
}

export async function putItemIfAbsent(
  table: DynamoTable,
  item: Key & Item,
): Promise<'put' | 'exists'> {
  return putItemIf(table, item, { ConditionExpression: 'attribute_not_exists(pk)' });
}

type WriteCondition = Pick<
  UpdateCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

export async function putItemIf(
  table: DynamoTable,
  item: Key & Item,
  condition: WriteCondition,
): Promise<'put' | 'exists'> {
  const outcome = await tryCondition(() => putItem(table, item, condition));
  return outcome.kind === 'done' ? 'put' : 'exists';
}

export async function putItem(
  table: DynamoTable,
  item: Key & Item,
  condition: WriteCondition = {},
): Promise<void> {
  const command = new PutCommand({ TableName: table.name, Item: item, ...condition });
  await explainTooLarge(() => table.client.send(command));
}

export type UpdateOutcome =
  | { readonly kind: 'done'; readonly item: Item }
  /** `resent`: an earlier send of the same write may have been the one that spoilt the condition. */
  | { readonly kind: 'refused'; readonly resent: boolean };

export async function updateItem(
  table: DynamoTable,
  key: Key,
  input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<UpdateOutcome> {
  return tryCondition(async () => {
    const command = new UpdateCommand({
      ...input,
      TableName: table.name,
      Key: key,
      ReturnValues: 'ALL_NEW',
    });
    const { Attributes } = await explainTooLarge(() => table.client.send(command));
    return Attributes ?? {};
  });
}

/** Takes an item away if it still is what the condition says. */
export async function deleteItemIf(
  table: DynamoTable,
  key: Key,
  condition: WriteCondition,
): Promise<'deleted' | 'kept'> {
  const command = new DeleteCommand({ TableName: table.name, Key: key, ...condition });
  const outcome = await tryCondition(async () => void (await table.client.send(command)));
  return outcome.kind === 'done' ? 'deleted' : 'kept';
}

async function tryCondition(write: () => Promise<Item | void>): Promise<UpdateOutcome> {
  try {
    return { kind: 'done', item: (await write()) ?? {} };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { kind: 'refused', resent: (error.$metadata.attempts ?? 1) > 1 };
  }
}

async function explainTooLarge<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    throw new Error(
      'A record is larger than the 400 KB that DynamoDB holds in one item, so nothing was written. ' +
        'Keep long texts in artifacts and name them here.',
      { cause: error },
    );
  }
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof DynamoDBServiceException &&
    error.name === 'ValidationException' &&
    /item size/i.test(error.message)
  );
}

function toPlainKey({ pk, sk }: Key): Record<string, unknown> {
  return { pk, sk };
}
