import type { Log } from '#base/needs/log.ts';
import type { Environment } from '#config/env.ts';
import { installationId } from '#model/ids.ts';
import type { ForgeRepository } from '#ratchet/needs/forge.ts';
import type { System } from '../system.ts';

/** The installation of the repositories that are watched by their names. */
export const localInstallation = installationId.parse('local');

/** What is known of a repository before GitHub is asked. */
export type NamedRepository = Pick<ForgeRepository, 'name' | 'owner'>;

export interface UpSettings {
  readonly repositories: readonly NamedRepository[];
  readonly port: number;
  readonly host: string;
  readonly pollMs: number;
  readonly workers: number;
}

/** What a control plane that runs says of itself. */
export interface Up {
  readonly url: string;
  readonly watched: readonly NamedRepository[];
}

export interface UpHere extends UpSettings {
  /** Folder in which the state is kept. */
  readonly home: string;
  readonly isUp: (told: Up) => void;
}

/** What the process of a control plane has. */
export interface UpMachine {
  readonly system: System;
  readonly env: Environment;
  readonly log: Log;
  readonly signal: AbortSignal;
}
