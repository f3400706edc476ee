import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { connect, createTable, type DynamoEndpoint } from './dynamo.ts';

export interface LaggingTable extends DynamoTable {
  /** Resolves when the indexes show everything that was written. */
  settle(): Promise<void>;
}

const written = z.object({
  Key: z.object({ pk: z.string(), sk: z.string() }).optional(),
  Item: z.object({ pk: z.string(), sk: z.string() }).optional(),
});
const queried = z.object({ IndexName: z.string().optional(), TableName: z.string() });

/**
 * A table whose index reads lag behind its writes, as DynamoDB's do: they are answered by a shadow
 * table into which every written item is copied only after `lagMs`.
 */
export async function laggingTable(
  endpoint: DynamoEndpoint,
  name: string,
  lagMs: number,
): Promise<LaggingTable> {
  const direct = connect(endpoint.url);
  const shadow = { client: direct, name: `${name}-shadow` };
  await createTable({ client: direct, name });
  await createTable(shadow);
  const copies = new Map<string, Promise<void>>();
  const client = connect(endpoint.url);

  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = queried.partial({ TableName: true }).safeParse(args.input).data;
      if (context['commandName'] !== 'QueryCommand' || input?.IndexName === undefined) {
        return next(args);
      }
      return next({ ...args, input: { ...args.input, TableName: shadow.name } });
    },
    { step: 'initialize', name: 'readShadow', priority: 'high' },
  );
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const { Key: key, Item: item } = written.parse(args.input);
      const place = key ?? item;
      if (place !== undefined) schedule(place.pk, place.sk);
      return answer;
    },
    { step: 'initialize', name: 'copyLater', priority: 'high' },
  );

  function schedule(pk: string, sk: string): void {
    const id = `${pk} ${sk}`;
    const before = copies.get(id) ?? Promise.resolve();
    const due = sleep(lagMs);
    copies.set(
      id,
      before.then(() => due).then(() => copy(pk, sk)),
    );
  }

  async function copy(pk: string, sk: string): Promise<void> {
    const Key = { pk, sk };
    const { Item } = await direct.send(
      new GetCommand({ TableName: name, Key, ConsistentRead: true }),
    );
    await (Item === undefined
      ? direct.send(new DeleteCommand({ TableName: shadow.name, Key }))
      : direct.send(new PutCommand({ TableName: shadow.name, Item })));
  }

  return {
    client,
    name,
    settle: async () => {
      await Promise.all(copies.values());
    },
  };
}
