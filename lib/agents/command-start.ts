import type { AgentRequest } from '#model/agent-request.ts';
import type { AgentStart, StartInput } from './contract.ts';

/** How a program is started that reads the request as JSON from its standard input. */
export function commandStart(request: AgentRequest, input: StartInput): AgentStart {
  return {
    args: input.args,
    stdin: `${JSON.stringify(request)}\n`,
    folders: [],
    files: {},
    env: commandEnvironment(input),
  };
}

function commandEnvironment({
  scratch,
  model,
  maxTurns,
  gateway,
}: StartInput): Record<string, string> {
  return {
    RATCHETR_SCRATCH: scratch,
    ...(model !== undefined && { RATCHETR_MODEL: model }),
    ...(maxTurns !== undefined && { RATCHETR_MAX_TURNS: String(maxTurns) }),
    ...(gateway && {
      RATCHETR_GATEWAY_URL: gateway.baseUrl,
      RATCHETR_GATEWAY_TOKEN: gateway.token,
      RATCHETR_GATEWAY_PROVIDER: gateway.provider,
    }),
  };
}
