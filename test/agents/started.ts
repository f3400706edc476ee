import { agents } from '#agents/registry.ts';

/** The agents of the registry that are programs. */
export const startedAgents = agents.flatMap((agent) => (agent.kind === 'fixes' ? [] : [agent]));
