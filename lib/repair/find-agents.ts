import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Config } from '#config/schema.ts';
import type { Agent } from '#agents/contract.ts';
import { chooseGatewayProvider } from '#agents/gateway-provider.ts';
import { missingNeeds } from '#agents/missing-needs.ts';
import { agents as known } from '#agents/registry.ts';
import type { OpenedGateway } from './needs/model-gateway.ts';
import type { AgentPrograms } from './needs/repair-host.ts';
import type { AgentSettings } from './run-agent.ts';
import type { SessionAgents } from './session/session.ts';

export interface FoundAgents {
  readonly agents: readonly Agent[];
  /** The program with its first arguments, by agent. */
  readonly programs: ReadonlyMap<string, readonly string[]>;
}

/** The agents of the configured order with their programs; what is missing is said before any work starts. */
export async function findAgents(
  machine: AgentPrograms,
  { agents: { order, settings } }: Config,
): Promise<Outcome<FoundAgents, 'agents-missing'>> {
  const problems: string[] = [];
  const agents: Agent[] = [];
  const programs = new Map<string, readonly string[]>();
  for (const id of order) {
    const agent = known.find((one) => one.id === id);
    if (agent === undefined) {
      problems.push(`There is no agent ${id}; there are ${known.map((one) => one.id).join(', ')}.`);
      continue;
    }
    agents.push(agent);
    if (agent.kind === 'fixes') continue;
    const command = settings[id]?.command;
    const program = await machine.find(agent.programs);
    const own = command && (await asFound(machine, command));
    const start = own ?? (program === undefined ? undefined : [program]);
    if (start !== undefined) programs.set(id, start);
    const provision = {
      hasProgram: program !== undefined,
      command,
      env: settings[id]?.env ?? [],
      hasVariable: (name: string) => machine.hasVariable(name),
    };
    problems.push(...missingNeeds(agent, provision));
  }
  if (problems.length > 0) return refuse('agents-missing', problems.join('\n'));
  return ok({ agents, programs });
}

/** Programs that the repository installed come first on the path of an agent, but must not be started in its place. */
async function asFound(
  machine: AgentPrograms,
  command: readonly string[],
): Promise<readonly string[]> {
  const [name = '', ...words] = command;
  if (name.includes('/')) return command;
  return [(await machine.find([name])) ?? name, ...words];
}

/** Who pays for the attempts of one run. */
export interface Payment extends Pick<OpenedGateway, 'gateway' | 'providers'> {
  readonly accounts: { readonly pullRequest: string; readonly month: string };
}

/** The agents as a session uses them. */
export function createSessionAgents(
  { agents: found, programs }: FoundAgents,
  { agents: { settings } }: Config,
  { gateway, providers, accounts }: Payment,
): SessionAgents {
  return {
    find: (id) => found.find((agent) => agent.id === id),
    settingsOf: (id): AgentSettings => settings[id] ?? { args: [], env: [] },
    programOf: ({ id }) => programs.get(id),
    open: async (agent, attempt) => {
      const { options = {}, command } = settings[agent.id] ?? {};
      const provider = chooseGatewayProvider(agent, { options, command, configured: providers });
      if (gateway === undefined || provider === undefined) return undefined;
      const access = await gateway.open({ ...accounts, attempt });
      const { token } = access;
      return { gateway: { baseUrl: gateway.baseUrls[provider], token, provider }, access };
    },
  };
}
