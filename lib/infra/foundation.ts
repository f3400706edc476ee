import type { FunctionDefaults } from './ratchetr-function.ts';
import type { Queues } from './queues.ts';
import type { SecretsOfStack } from './secrets.ts';
import type { Storage } from './storage.ts';

/** What every part of the flow stands on. */
export interface Foundation {
  readonly defaults: FunctionDefaults;
  readonly storage: Storage;
  readonly secrets: SecretsOfStack;
  readonly queues: Queues;
}
