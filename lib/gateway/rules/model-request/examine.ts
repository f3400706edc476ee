import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { CacheMode, RequestSize } from '../spending/estimates.ts';
import type { ModelApi } from '../spending/tokens.ts';
import { readPieces } from './content.ts';
import { findFieldProblem } from './fields.ts';
import { type Fields, isFields, type RequestProblem, quoteName } from './problem.ts';

/** What of a request is billed otherwise than text. */
type Media = Omit<RequestSize, 'cache'>;

/** Looks at all of a request: nothing in it may cost what the gateway cannot calculate. */
export function examineRequest(
  api: ModelApi,
  request: Fields,
): Outcome<Media, RequestProblem['code']> {
  const problem = findFieldProblem(api, request) ?? findProblemOfTools(api, request['tools']);
  if (problem !== undefined) return refuse(problem.code, problem.sentence);
  const media = { images: 0, documents: 0, bytes: 0 };
  for (const piece of readPieces(api, request)) {
    if (piece.kind === 'problem') return refuse(piece.problem.code, piece.problem.sentence);
    if (piece.kind === 'tools') {
      const wrong = findProblemOfTools(api, piece.tools);
      if (wrong !== undefined) return refuse(wrong.code, wrong.sentence);
      continue;
    }
    media.images += piece.kind === 'image' ? 1 : 0;
    media.documents += piece.kind === 'document' ? 1 : 0;
    media.bytes += piece.bytes;
  }
  return ok(media);
}

/** How a request wants its input kept. OpenAI keeps it unasked; Anthropic where it is marked. */
export function readCacheMode(api: ModelApi, request: Fields, text: string): CacheMode {
  if (api !== 'messages') {
    const options = request['prompt_cache_options'];
    const ttl = isFields(options) ? options['ttl'] : undefined;
    return ttl === undefined || ttl === null || ttl === '30m' ? 'short' : 'long';
  }
  // In JSON a quote inside of a text is escaped, so this is a name and no quotation.
  if (!text.includes('"cache_control":{')) return 'none';
  return /"cache_control":\{[^{}]*"ttl":"1h"/.test(text) ? 'long' : 'short';
}

/** Those that the client carries out; every other kind works at the provider, at a price of its own. */
const ownTools: Readonly<Record<ModelApi, RegExp>> = {
  messages: /^(?:custom|bash_\d{8}|text_editor_\d{8}|memory_\d{8})$/,
  responses: /^(?:function|custom)$/,
  chat: /^(?:function|custom)$/,
};

/** The first tool that is not forwarded. */
function findProblemOfTools(api: ModelApi, tools: unknown): RequestProblem | undefined {
  if (tools === undefined || tools === null) return undefined;
  if (!Array.isArray(tools)) {
    return {
      code: 'request_invalid',
      sentence: 'The tools of the request are not a list; send a list.',
    };
  }
  for (const tool of tools) {
    const problem = findToolProblem(api, tool);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findToolProblem(api: ModelApi, tool: unknown): RequestProblem | undefined {
  const type = isFields(tool) ? (tool['type'] ?? (api === 'messages' ? 'custom' : '')) : '';
  if (api === 'responses' && type === 'namespace' && isFields(tool)) {
    return findProblemOfTools(api, tool['tools']);
  }
  if (typeof type === 'string' && ownTools[api].test(type)) return undefined;
  const why = 'because it can only price tools that the client runs itself';
  const sentence = `The gateway does not forward the tool ${quoteName(type)}, ${why}; leave it out.`;
  return { code: 'tool_not_allowed', sentence };
}
