import { startFaultyProxy } from '../faulty-proxy.ts';
import { type Moto, motoAccount, startMoto } from '../moto.ts';
import { type Clients, createClients } from './clients.ts';
import { createFaults, type Faults } from './faults.ts';

/** An empty account of an AWS that is emulated. */
export interface Account {
  /** Where it answers to whoever looks at it from outside. */
  readonly direct: string;
  /** Where it answers to what runs in it, faults permitting. */
  readonly endpoint: string;
  readonly faults: Faults;
  readonly clients: Clients;
  /** What Lambda tells every function that runs in it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openAccount(): Promise<Account> {
  const moto = await startMoto({ ONE_TASK_A_TOKEN: 'yes' });
  await keepTasks(moto);
  const faults = createFaults();
  const proxy = await startFaultyProxy({ target: moto.endpoint, plan: faults.plan });
  const { region, credentials } = motoAccount;
  return {
    direct: moto.endpoint,
    endpoint: proxy.endpoint,
    faults,
    clients: createClients(moto.endpoint),
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

/** By itself moto ends a task after the fourth question about it. */
async function keepTasks({ endpoint }: Moto): Promise<void> {
  const transition = { progression: 'manual', times: Number.MAX_SAFE_INTEGER };
  await fetch(`${endpoint}/moto-api/state-manager/set-transition`, {
    method: 'POST',
    body: JSON.stringify({ model_name: 'ecs::task', transition }),
  });
}
