import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoSpending } from '#store/dynamo/spending.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { createIds } from '#platform/system/ids.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { EventSegment, EventSegments } from '#worker/needs/event-segments.ts';
import { storesOn } from '../../store/dynamo/stores.ts';
import { dump as dumpSqlite, freshPath, openStores } from '../../store/sqlite/stores.ts';
import { secretOf, setUpBroker } from '../../support/broker.ts';
import { type DynamoEndpoint, freshTable } from '../../support/dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { aRun, t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { foreign, goodBodies, own } from './samples.ts';

/** A broker with the state behind it, and all of that state as one value. */
export async function openGround(dynamo?: DynamoEndpoint) {
  const kept = await tempFolder();
  const clock = createManualClock(t0);
  const artifacts = createFileArtifacts({ root: kept });
  const log = memorySegments();
  const stores = await (dynamo === undefined ? onSqlite() : onDynamo(dynamo, artifacts));
  const ids = createIds({ clock });
  const spending = (limits: EachBudget<number>) => stores.spending({ clock, ids }, limits);
  const opened = await setUpBroker({ ...stores, artifacts, segments: log, clock, spending });
  const plane = { ...stores, ...opened, clock };
  for (const id of [own, foreign]) await plane.runs.createRun(aRun({ id }));
  return {
    ...plane,
    dump: async () => JSON.stringify([await stores.dump(), log.all(), filesIn(kept)]),
    /** Asks as a worker would, without its client. */
    post: async (verb: string, asked: Asking) => {
      const headers = { authorization: `Bearer ${asked.token}`, ...asked.headers };
      const body = Buffer.from(asked.raw ?? JSON.stringify(asked.body ?? {}));
      const { method = 'POST', path = `/v1/${verb}` } = asked;
      const response = await plane.broker({ method, path, headers, body });
      const text = Buffer.from(response.body).toString();
      return { status: response.status, text, headers: response.headers };
    },
  };
}

/** The same with a worker in the middle of an attempt. */
export async function workingGround(dynamo?: DynamoEndpoint) {
  const ground = await openGround(dynamo);
  await ground.plant(own, 'running');
  const token = secretOf(own);
  for (const verb of ['add-tasks', 'claim', 'create-attempt']) {
    await ground.post(verb, { token, body: goodBodies[verb] });
  }
  const { text } = await ground.post('reserve', { token, body: goodBodies['reserve'] });
  const reservation: unknown = JSON.parse(text).told.id;
  return {
    ...ground,
    /** With a reservation that was made where the samples have one that nobody made. */
    bodyOf: (verb: string): unknown => {
      const body = goodBodies[verb];
      return verb === 'settle' ? { ...Object(body), id: reservation } : body;
    },
  };
}

export interface Asking {
  readonly token: string;
  readonly body?: unknown;
  readonly raw?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
}

export function compressed(value: unknown): Uint8Array {
  return gzipSync(JSON.stringify(value));
}

type Ledger = Pick<Parameters<typeof createSqliteSpending>[0], 'clock' | 'ids'>;

async function onSqlite() {
  const stores = await openStores(await freshPath());
  return {
    ...stores,
    spending: (deps: Ledger, limits: EachBudget<number>) =>
      createSqliteSpending({ ...deps, ...stores }, { limits }),
    dump: async (): Promise<unknown> => dumpSqlite(stores.database),
    close: () => stores.database.close(),
  };
}

async function onDynamo(endpoint: DynamoEndpoint, artifacts: Artifacts) {
  const table = await freshTable(endpoint);
  return {
    ...storesOn(table, artifacts),
    spending: (deps: Ledger, limits: EachBudget<number>) =>
      createDynamoSpending({ ...deps, table }, { limits }),
    dump: async (): Promise<unknown> =>
      (await table.client.send(new ScanCommand({ TableName: table.name }))).Items,
    close: () => table.client.destroy(),
  };
}

/** What lies beside the rows, each with its text. */
function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => [path, readFileSync(path, 'latin1')]);
}

function memorySegments(): EventSegments & { all(): readonly EventSegment[] } {
  const kept = new Map<string, EventSegment>();
  return {
    all: () => [...kept.values()],
    async store(segment) {
      const key = `${segment.runId} ${segment.workerId} ${segment.number}`;
      const before = kept.get(key);
      if (before !== undefined) return before.text === segment.text ? 'stored' : 'taken';
      kept.set(key, segment);
      return 'stored';
    },
  };
}
