import type { Cost } from '#model/cost.ts';
import type { SpendingAccounts } from '#gateway/needs/spending.ts';
import type { Provider } from '#model/provider.ts';
import type { AgentTrouble } from '../rules/session/agent-trouble.ts';

export interface GatewayAccess {
  readonly token: string;
  /** What was spent so far. */
  cost(): Cost | Promise<Cost>;
  /** What kept the last request from being answered, where that was nothing about the request. */
  trouble(): AgentTrouble | undefined | Promise<AgentTrouble | undefined>;
  /** Ends the token and all requests under it, once their cost is booked. */
  close(): Promise<void>;
}

/** Between agents and model providers: holds the keys and meters what is spent. */
export interface ModelGateway {
  /** As the settings of agents want them. */
  readonly baseUrls: Readonly<Record<Provider, string>>;
  /** Lets one attempt in, on the accounts that pay for it. */
  open(accounts: SpendingAccounts): GatewayAccess | Promise<GatewayAccess>;
}

export interface OpenedGateway {
  /** Absent where no key of any provider is known: agents then use accounts of their own. */
  readonly gateway: ModelGateway | undefined;
  /** Those whose key is known. */
  readonly providers: readonly (keyof ModelGateway['baseUrls'])[];
  readonly stop: () => Promise<void>;
}

/** The most that each account may come to, in dollars. */
export interface SpendingLimits {
  readonly attemptUsd: number;
  readonly pullRequestUsd: number;
  readonly monthUsd: number;
}

/** Opens the gateway of one run. */
export type OpenGateway = (limits: SpendingLimits) => Promise<OpenedGateway>;
