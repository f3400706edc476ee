import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { claimableIndex, dueIndex, repositoryIndex } from '#store/dynamo/table.ts';
import { type IndexShape, type Item, readUnits, writeUnits } from './capacity.ts';

const shapes: Readonly<Record<string, IndexShape>> = {
  [dueIndex]: { keys: ['duePk', 'dueAt'], projected: [] },
  [repositoryIndex]: {
    keys: ['repositoryPk', 'number'],
    projected: ['headSha', 'baseRef', 'archivedAt'],
  },
  [claimableIndex]: { keys: ['claimPk', 'claimSk'], projected: ['attemptNo', 'notBefore'] },
};

export interface Usage {
  readonly requests: number;
  readonly writeUnits: number;
  /** The part of `writeUnits` that indexes cost. */
  readonly indexUnits: number;
  readonly readUnits: number;
  readonly itemsRead: number;
}

export interface Meter {
  readonly usage: Usage;
  reset(): void;
}

const item = z.record(z.string(), z.unknown());
const written = z.object({ Key: item.optional(), Item: item.optional() });
const read = z.object({ ConsistentRead: z.boolean().optional(), RequestItems: item.optional() });
const answered = z.object({
  output: z.object({
    Item: item.optional(),
    Items: z.array(item).optional(),
    Responses: z.record(z.string(), z.array(item)).optional(),
  }),
});

const nothing: Usage = { requests: 0, writeUnits: 0, indexUnits: 0, readUnits: 0, itemsRead: 0 };

/** Meters every request of the table's client; `direct` reads items around it, unmetered. */
export function meter(table: DynamoTable, direct: DynamoDBDocumentClient): Meter {
  let usage = nothing;
  const current = async ({ pk, sk }: Item): Promise<Item | undefined> => {
    const Key = { pk, sk };
    return (await direct.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true })))
      .Item;
  };
  const addWrite = (before: Item | undefined, after: Item | undefined): void => {
    const cost = writeUnits({ before, after }, Object.values(shapes));
    usage = {
      ...usage,
      requests: usage.requests + 1,
      writeUnits: usage.writeUnits + cost.table + cost.indexes,
      indexUnits: usage.indexUnits + cost.indexes,
    };
  };
  const addRead = (pages: readonly (readonly Item[])[], consistent: boolean): void => {
    const units = pages.map((page) => readUnits(page, consistent));
    usage = {
      ...usage,
      requests: usage.requests + 1,
      readUnits: usage.readUnits + units.reduce((sum, each) => sum + each, 0),
      itemsRead: usage.itemsRead + pages.flat().length,
    };
  };

  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context['commandName']);
      if (!/^(Put|Update|Delete)Item/.test(command)) {
        const answer = await next(args);
        if (/^(Get|BatchGet|Query)/.test(command)) {
          const { ConsistentRead: consistent, RequestItems: batch } = read.parse(args.input);
          addRead(pagesOf(answer), consistent ?? batch !== undefined);
        }
        return answer;
      }
      const { Key, Item } = written.parse(args.input);
      const key = Key ?? Item ?? {};
      const before = await current(key);
      try {
        return await next(args);
      } finally {
        // A refused write is billed like one that went through.
        addWrite(before, await current(key));
      }
    },
    { step: 'initialize', name: 'meter', priority: 'high' },
  );

  return {
    get usage() {
      return usage;
    },
    reset: () => {
      usage = nothing;
    },
  };
}

/** A query is billed by the page, a batch by the item. */
function pagesOf(answer: unknown): readonly (readonly Item[])[] {
  const { Item, Items, Responses } = answered.parse(answer).output;
  if (Responses !== undefined) {
    return Object.values(Responses)
      .flat()
      .map((one) => [one]);
  }
  return [Items ?? (Item === undefined ? [] : [Item])];
}
