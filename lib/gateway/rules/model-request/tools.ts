import type { ModelApi } from '../spending/tokens.ts';
import { isFields, quoted, type RequestProblem } from './problem.ts';

/** Those that the client carries out; every other kind works at the provider, at a price of its own. */
const ownTools: Readonly<Record<ModelApi, RegExp>> = {
  messages: /^(?:custom|bash_\d{8}|text_editor_\d{8}|memory_\d{8})$/,
  responses: /^(?:function|custom)$/,
  chat: /^(?:function|custom)$/,
};

/** The first tool that is not passed on. */
export function toolProblem(api: ModelApi, tools: unknown): RequestProblem | undefined {
  if (tools === undefined || tools === null) return undefined;
  if (!Array.isArray(tools)) {
    return { code: 'request_invalid', sentence: 'The tools of the request are no list; send one.' };
  }
  for (const tool of tools) {
    const problem = problemOf(api, tool);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(api: ModelApi, tool: unknown): RequestProblem | undefined {
  const type = isFields(tool) ? (tool['type'] ?? (api === 'messages' ? 'custom' : '')) : '';
  if (api === 'responses' && type === 'namespace' && isFields(tool)) {
    return toolProblem(api, tool['tools']);
  }
  if (typeof type === 'string' && ownTools[api].test(type)) return undefined;
  const why = 'since only tools that the client itself carries out cost nothing beside the answer';
  const sentence = `The gateway does not pass on the tool ${quoted(type)}, ${why}; leave it out.`;
  return { code: 'tool_not_allowed', sentence };
}
