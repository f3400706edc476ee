import type { RunKind } from '#model/run.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';

export interface EcsLauncherOptions {
  readonly cluster: string;
  /** The family of the task definition for each kind of run; the newest revision is taken. */
  readonly families: Readonly<Record<RunKind, string>>;
  readonly network: {
    readonly subnets: readonly string[];
    readonly securityGroup: string;
    readonly publicAddress: boolean;
  };
  /** Cheaper machines, which AWS may take back with a warning of two minutes. */
  readonly spot: boolean;
  /** What the worker shows to the broker; the same text for the same launch. */
  readonly capabilityOf: (launch: Launch) => Promise<string>;
  /** What the gateway beside a worker shows to the broker; absent: nothing that is launched speaks to models. */
  readonly gatewayCredentialOf?: (launch: Launch) => Promise<string>;
}
