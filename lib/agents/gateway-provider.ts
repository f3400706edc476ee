import { type Provider, providers } from '#model/provider.ts';
import type { StartedAgent } from './contract.ts';

interface Choice {
  /** The settings may name one: options.provider. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The command in its settings. A planner of one's own may use any provider. */
  readonly command?: readonly string[] | undefined;
  /** Those for which the gateway holds a key. */
  readonly configured: readonly Provider[];
}

/** The provider that an agent reaches through the gateway; undefined: it cannot use the gateway, or none is told. */
export function chooseGatewayProvider(
  { kind, provider }: StartedAgent,
  { options, command, configured }: Choice,
): Provider | undefined {
  if (provider === 'none') return undefined;
  const isFree = provider === 'any' || (kind === 'planner' && command !== undefined);
  const wanted = isFree
    ? (knownProvider(options['provider']) ?? onlyProvider(configured))
    : provider;
  return configured.find((one) => one === wanted);
}

function knownProvider(value: unknown): Provider | undefined {
  return providers.find((one) => one === value);
}

function onlyProvider(configured: readonly Provider[]): Provider | undefined {
  return configured.length === 1 ? configured[0] : undefined;
}
