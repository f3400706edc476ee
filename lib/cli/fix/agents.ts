import { findProgram } from '#platform/files/find-program.ts';
import type { Config } from '#config/schema.ts';
import type { Agent, Provider } from '#agents/contract.ts';
import { gatewayProvider } from '#agents/gateway-provider.ts';
import { missingNeeds } from '#agents/missing-needs.ts';
import { agents } from '#agents/registry.ts';
import type { ModelGateway } from '#repair/needs/model-gateway.ts';
import type { AgentSettings } from '#repair/run-agent.ts';
import type { SessionAgents } from '#repair/session/session.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

/** Who pays for the attempts of one run. */
export interface Payment {
  readonly gateway: ModelGateway | undefined;
  readonly providers: readonly Provider[];
  readonly accounts: { readonly pullRequest: string; readonly month: string };
}

export interface FoundAgents {
  readonly agents: readonly Agent[];
  readonly programs: ReadonlyMap<string, readonly string[]>;
}

/** The agents of the configured order with their programs; what is missing is told before any work starts. */
export async function findAgents(
  { env, stderr, exitWith }: CliContext,
  { agents: { order, settings } }: Pick<Config, 'agents'>,
): Promise<FoundAgents | undefined> {
  const problems: string[] = [];
  const found: Agent[] = [];
  const programs = new Map<string, readonly string[]>();
  for (const id of order) {
    const agent = agents.find((one) => one.id === id);
    if (agent === undefined) {
      problems.push(
        `There is no agent ${id}; there are ${agents.map((one) => one.id).join(', ')}.`,
      );
      continue;
    }
    found.push(agent);
    if (agent.kind === 'fixes') continue;
    const command = settings[id]?.command;
    const program = await findProgram(agent.programs, env['PATH'] ?? '');
    const own = command && (await asFound(command, env['PATH'] ?? ''));
    const start = own ?? (program === undefined ? undefined : [program]);
    if (start !== undefined) programs.set(id, start);
    const provision = {
      hasProgram: program !== undefined,
      command,
      env: settings[id]?.env ?? [],
      hasVariable: (name: string) => env[name] !== undefined,
    };
    problems.push(...missingNeeds(agent, provision));
  }
  if (problems.length === 0) return { agents: found, programs };
  stderr.write(problems.map((problem) => `${problem}\n`).join(''));
  exitWith(EXIT.usage);
  return undefined;
}

/** Programs that the repository installed come first on the path of an agent, but must not be started in its place. */
async function asFound(command: readonly string[], path: string): Promise<readonly string[]> {
  const [name = '', ...words] = command;
  if (name.includes('/')) return command;
  return [(await findProgram([name], path)) ?? name, ...words];
}

/** The agents as a session uses them. */
export function createSessionAgents(
  { agents: found, programs }: FoundAgents,
  { agents: { settings } }: Pick<Config, 'agents'>,
  { gateway, providers, accounts }: Payment,
): SessionAgents {
  return {
    find: (id) => found.find((agent) => agent.id === id),
    settingsOf: (id): AgentSettings => settings[id] ?? { args: [], env: [] },
    programOf: ({ id }) => programs.get(id),
    open: async (agent, attempt) => {
      const { options = {}, command } = settings[agent.id] ?? {};
      const provider = gatewayProvider(agent, { options, command, configured: providers });
      if (gateway === undefined || provider === undefined) return undefined;
      const access = await gateway.open({ ...accounts, attempt });
      const { token } = access;
      return { gateway: { baseUrl: gateway.baseUrls[provider], token, provider }, access };
    },
  };
}
