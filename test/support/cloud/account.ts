import { startFaultyProxy } from '../faulty-proxy.ts';
import { accountId, type Moto, motoAccount, startMoto } from '../moto.ts';
import { type Clients, createClients } from './clients.ts';
import { createFaults, type Faults } from './faults.ts';
import { type Acts, createActs } from './rights.ts';

/** A task whose containers are over. */
export interface EndedTask {
  /** Its ARN. */
  readonly task: string;
  /** Of the worker; absent: it never ran, or was ended without a word. */
  readonly exitCode: number | undefined;
}

/** An empty account of an AWS that is emulated. */
export interface Account {
  /** Where it answers to whoever looks at it from outside. */
  readonly direct: string;
  /** Where it answers to what runs in it, faults permitting. */
  readonly endpoint: string;
  readonly faults: Faults;
  /** What was done in it, by function. */
  readonly acts: Acts['byFunction'];
  readonly clients: Clients;
  readonly endTask: (ended: EndedTask) => Promise<void>;
  /** What Lambda tells every function that runs in it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openAccount(): Promise<Account> {
  const moto = await startMoto({ TASKS_AS_ECS: 'yes' });
  await keepTasks(moto);
  const faults = createFaults();
  const acts = createActs();
  const proxy = await startFaultyProxy({
    target: moto.endpoint,
    plan: (request) => {
      acts.note(request);
      return faults.plan(request);
    },
  });
  const { region, credentials } = motoAccount;
  return {
    direct: moto.endpoint,
    endpoint: proxy.endpoint,
    faults,
    acts: acts.byFunction,
    clients: createClients(moto.endpoint),
    endTask: (ended) => endTask(moto, ended),
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL: proxy.endpoint,
    },
    close: async () => {
      await proxy.stop();
      await moto.stop();
    },
  };
}

/** Tells ECS, which runs nothing here, that the containers of a task are over. */
async function endTask({ endpoint }: Moto, { task, exitCode }: EndedTask): Promise<void> {
  const { region } = motoAccount;
  const told = { account: accountId, region, task, exitCode };
  const answer = await fetch(`${endpoint}/ended-task`, {
    method: 'POST',
    body: JSON.stringify(told),
  });
  if (!answer.ok) throw new Error(`ECS did not take the end of ${task}: ${await answer.text()}`);
}

/** By itself moto ends a task after the fourth question about it. */
async function keepTasks({ endpoint }: Moto): Promise<void> {
  const transition = { progression: 'manual', times: Number.MAX_SAFE_INTEGER };
  await fetch(`${endpoint}/moto-api/state-manager/set-transition`, {
    method: 'POST',
    body: JSON.stringify({ model_name: 'ecs::task', transition }),
  });
}
