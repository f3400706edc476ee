import { describe, expect, it } from 'vitest';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { codex } from '#agents/codex/agent.ts';
import { command } from '#agents/command/agent.ts';
import type { Provider } from '#model/provider.ts';
import type { StartedAgent } from '#agents/contract.ts';
import { cursor } from '#agents/cursor/agent.ts';
import { chooseGatewayProvider } from '#agents/gateway-provider.ts';
import { plan } from '#agents/plan/agent.ts';

const both: readonly Provider[] = ['anthropic', 'openai'];
const openai = { provider: 'openai' };
const own = ['node', 'plan.mjs'];

interface Row {
  readonly agent: StartedAgent;
  readonly configured: readonly Provider[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly command?: readonly string[];
  readonly used: Provider | undefined;
}

describe('the provider of the gateway', () => {
  it.each<Row>([
    { agent: claudeCode, configured: both, used: 'anthropic' },
    { agent: claudeCode, configured: ['openai'], used: undefined },
    { agent: claudeCode, configured: both, options: openai, used: 'anthropic' },
    { agent: codex, configured: both, used: 'openai' },
    { agent: cursor, configured: both, used: undefined },
    { agent: command, configured: both, used: undefined },
    { agent: command, configured: ['openai'], used: 'openai' },
    { agent: command, configured: both, options: openai, used: 'openai' },
    { agent: command, configured: ['anthropic'], options: openai, used: undefined },
    { agent: command, configured: ['anthropic'], options: { provider: 1 }, used: 'anthropic' },
    { agent: plan, configured: both, used: 'anthropic' },
    { agent: plan, configured: ['openai'], command: own, used: 'openai' },
    { agent: plan, configured: both, options: openai, command: own, used: 'openai' },
  ])(
    '$agent.id of $configured, $options: $used',
    ({ agent, configured, options = {}, command: given, used }) => {
      expect(chooseGatewayProvider(agent, { configured, options, command: given })).toBe(used);
    },
  );
});
