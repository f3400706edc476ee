import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { type Harness, registerContract } from '../contract.ts';
import { clocks } from './clocks.ts';
import { commits } from './commits.ts';
import { crowds } from './crowds.ts';
import { deliveries } from './deliveries.ts';
import { log } from './log.ts';
import { looks } from './looks.ts';
import { outbox } from './outbox.ts';
import { workspaces } from './workspaces.ts';

/** Registers what every workspace store promises. */
export function workspaceStoreContract(name: string, harness: Harness<WorkspaceStore>): void {
  registerContract(name, harness, {
    workspaces,
    looks,
    commits,
    outbox,
    log,
    deliveries,
    clocks,
    crowds,
  });
}
