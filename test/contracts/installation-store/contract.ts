import type { InstallationStore } from '#ratchet/needs/installation-store.ts';
import { type Harness, registerContract } from '../contract.ts';
import { pauses } from './pauses.ts';
import { sightings } from './sightings.ts';

/** Registers what every installation store promises. */
export function installationStoreContract(name: string, harness: Harness<InstallationStore>): void {
  registerContract(name, harness, { pauses, sightings });
}
