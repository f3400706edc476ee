import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { ofType } from '../stack-template.ts';
import type { Account } from './account.ts';
import { createClients } from './clients.ts';
import { type Door, openDoor } from './doors.ts';
import { createFunctions, type Functions } from './functions.ts';
import { createStack, type Stack, type StackOptions } from './resources.ts';
import type { Synthesized } from './synthesize.ts';

export interface DeployOptions {
  readonly synthesized: Synthesized;
  readonly env: Readonly<Record<string, string>>;
  /** What `ratchetr setup` would write. */
  readonly github: Readonly<Record<string, string>>;
  readonly hear: (line: string) => void;
}

/** A stack in an account: all that it is made of, and nothing in it runs by itself. */
export interface Deployed {
  readonly stack: Stack;
  readonly functions: Functions;
  readonly webhookUrl: string;
  /** The physical id of the one resource of a type, whose logical id begins so. */
  readonly find: (type: string, begins?: string) => Promise<string>;
  close(): Promise<void>;
}

export async function deploy(account: Account, options: DeployOptions): Promise<Deployed> {
  const { synthesized, env, hear } = options;
  const { template } = synthesized;
  const [webhook, broker] = [await openDoor(), await openDoor()];
  // A queue is known by the address that it was made at, and the functions are to pass by the faults.
  const clients = createClients(account.endpoint);
  const stack = createStack(clients, { ...synthesized, doubles: doublesOf(webhook, broker) });
  const find: Deployed['find'] = async (type, begins = '') => {
    const found = ofType(template, type).find(([id]) => id.startsWith(begins));
    if (found === undefined) throw new Error(`The stack has no ${type} ${begins}`);
    return (await stack.made(found[0])).ref;
  };
  for (const [id] of ofType(template, 'AWS::ECS::TaskDefinition')) await stack.made(id);
  const SecretId = await find('AWS::SecretsManager::Secret', 'SecretsGitHub');
  const SecretString = JSON.stringify(options.github);
  await account.clients.secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
  const functions = await createFunctions({ ...synthesized, stack, hear, env });
  account.faults.kills(functions.kill);
  webhook.leadTo(functions.find('webhook'));
  broker.leadTo(functions.find('broker'));
  return {
    stack,
    functions,
    webhookUrl: `${webhook.url}/webhook`,
    find,
    close: async () => {
      await functions.stop();
      await Promise.all([webhook.close(), broker.close()]);
    },
  };
}

/** Its addresses, as the template asks for them. */
function doublesOf(webhook: Door, broker: Door): StackOptions['doubles'] {
  return {
    'AWS::ApiGatewayV2::Api': async (_, __, id) => ({
      ref: id,
      attributes: { ApiEndpoint: webhook.url },
    }),
    'AWS::Lambda::Url': async () => ({
      ref: broker.url,
      attributes: { FunctionUrl: `${broker.url}/` },
    }),
  };
}
