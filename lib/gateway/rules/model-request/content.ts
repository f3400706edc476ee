import type { ModelApi } from '../spending/tokens.ts';
import { type Fields, isFields, quoted, type RequestProblem } from './problem.ts';

/** What of a request is not simply text. */
type Piece =
  | { readonly kind: 'image' | 'document'; readonly bytes: number }
  | { readonly kind: 'tools'; readonly tools: unknown }
  | { readonly kind: 'problem'; readonly problem: RequestProblem };

type Pieces = Generator<Piece>;
type Reader = (block: Fields) => Iterable<Piece>;

/** Reads what a conversation is made of; it is all there in the request, or it is a problem. */
export function piecesOf(api: ModelApi, request: Fields): Iterable<Piece> {
  return conversations[api](request);
}

const conversations: Readonly<Record<ModelApi, Reader>> = {
  *messages({ system, messages }) {
    yield* blocksIn(system, anthropicBlocks);
    yield* contentsOf(messages, anthropicBlocks);
  },
  *responses({ input }) {
    yield* blocksIn(input, openaiItems);
  },
  *chat({ messages }) {
    for (const message of listOf(messages)) {
      // It stands for sound that an earlier answer left at the provider.
      if (isFields(message) && isThere(message['audio'])) yield unknown('audio');
    }
    yield* contentsOf(messages, chatParts);
  },
};

const anthropicBlocks: Readonly<Record<string, Reader>> = {
  ...textOnly('text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_reference'),
  ...textOnly('tool_removal'),
  *tool_result({ content }) {
    yield* blocksIn(content, anthropicBlocks);
  },
  *search_result({ content }) {
    yield* blocksIn(content, anthropicBlocks);
  },
  *image({ source }) {
    const data = inlineData(source, ['base64']);
    yield data === undefined ? byReference('image') : { kind: 'image', bytes: data };
  },
  *document({ source }) {
    if (isFields(source) && source['type'] === 'content') {
      yield* blocksIn(source['content'], anthropicBlocks);
      return;
    }
    const data = inlineData(source, ['base64', 'text']);
    if (data === undefined) yield byReference('document');
    else if (isFields(source) && source['type'] === 'base64') {
      yield { kind: 'document', bytes: data };
    }
  },
  *tool_addition({ tool }) {
    const isNamed = isFields(tool) && tool['type'] === 'tool_reference';
    if (isNamed && !isThere(tool['definition'])) return;
    yield { kind: 'tools', tools: isFields(tool) ? [tool['definition']] : tool };
  },
};

const openaiParts: Readonly<Record<string, Reader>> = {
  ...textOnly('input_text', 'output_text', 'text', 'refusal', 'summary_text', 'reasoning_text'),
  ...textOnly('encrypted_content'),
  *input_image({ image_url: url, file_id: id }) {
    const bytes = isThere(id) ? undefined : dataUrl(url);
    yield bytes === undefined ? byReference('input_image') : { kind: 'image', bytes };
  },
  *input_file({ file_data: data, file_url: url, file_id: id }) {
    const isInline = typeof data === 'string' && !isThere(url) && !isThere(id);
    yield isInline ? { kind: 'document', bytes: data.length } : byReference('input_file');
  },
};

const openaiItems: Readonly<Record<string, Reader>> = {
  ...openaiParts,
  ...textOnly('function_call', 'custom_tool_call', 'compaction_trigger'),
  ...sealed('reasoning', 'compaction', 'compaction_summary', 'context_compaction'),
  *message({ content }) {
    if (isThere(content)) yield* blocksIn(content, openaiParts);
    else yield byReference('message');
  },
  *agent_message({ content }) {
    yield* blocksIn(content, openaiParts);
  },
  *function_call_output({ output }) {
    yield* blocksIn(output, openaiParts);
  },
  *custom_tool_call_output({ output }) {
    yield* blocksIn(output, openaiParts);
  },
  *additional_tools({ tools }) {
    yield { kind: 'tools', tools };
  },
  *configuration_update(item) {
    const other = Object.keys(item).find((name) => !['type', 'id', 'reasoning'].includes(name));
    if (other !== undefined) yield unknown(other);
  },
};

const chatParts: Readonly<Record<string, Reader>> = {
  ...textOnly('text', 'refusal'),
  *image_url({ image_url: image }) {
    const bytes = dataUrl(isFields(image) ? image['url'] : image);
    yield bytes === undefined ? byReference('image_url') : { kind: 'image', bytes };
  },
  *file({ file }) {
    const data = isFields(file) && !isThere(file['file_id']) ? file['file_data'] : undefined;
    yield typeof data === 'string' ? { kind: 'document', bytes: data.length } : byReference('file');
  },
};

function textOnly(...types: readonly string[]): Readonly<Record<string, Reader>> {
  return Object.fromEntries(types.map((type) => [type, nothing]));
}

function sealed(...types: readonly string[]): Readonly<Record<string, Reader>> {
  return Object.fromEntries(types.map((type) => [type, whole]));
}

/** OpenAI finds what it kept by the id alone; servers of one's own give an id, and what it stands for is a summary. */
function* whole({ id, encrypted_content: sealedText, content }: Fields): Pieces {
  if (isThere(id) && !isThere(sealedText) && !isThere(content))
    yield { kind: 'document', bytes: 0 };
}

function nothing(): Iterable<Piece> {
  return [];
}

function* contentsOf(messages: unknown, known: Readonly<Record<string, Reader>>): Pieces {
  for (const message of listOf(messages)) {
    if (isFields(message)) {
      yield* referencesIn(message);
      yield* blocksIn(message['content'], known);
    } else if (isThere(message)) yield unknown(undefined);
  }
}

/** A text, one block or a list of blocks. A message needs no type. */
function* blocksIn(content: unknown, known: Readonly<Record<string, Reader>>): Pieces {
  for (const block of listOf(content)) {
    if (!isFields(block)) {
      // A list in a list, for one, would hide what is in it.
      if (typeof block !== 'string' && isThere(block)) yield unknown(undefined);
      continue;
    }
    const type = block['type'] ?? ('role' in block ? 'message' : '');
    const reader = typeof type === 'string' && Object.hasOwn(known, type) ? known[type] : undefined;
    if (reader === undefined) yield unknown(type);
    else {
      yield* referencesIn(block);
      yield* reader(block);
    }
  }
}

/** Names that stand for something else wherever they stand. */
const references = ['attachments', 'container_id', 'file_id', 'file_ids', 'file_url'] as const;

function* referencesIn(block: Fields): Pieces {
  const named = references.find((name) => isThere(block[name]));
  if (named !== undefined) yield byReference(named);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Characters of what a source holds itself. */
function inlineData(source: unknown, types: readonly string[]): number | undefined {
  if (!isFields(source)) return undefined;
  const { type, data } = source;
  const isElsewhere = isThere(source['url']) || isThere(source['file_id']);
  const isInline = typeof type === 'string' && types.includes(type) && !isElsewhere;
  return isInline && typeof data === 'string' ? data.length : undefined;
}

function dataUrl(url: unknown): number | undefined {
  return typeof url === 'string' && /^data:/i.test(url) ? url.length : undefined;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function byReference(type: string): Piece {
  const why = 'what the provider fetches cannot be counted before it is paid';
  const sentence = `The gateway does not pass on "${type}" by address or by number, since ${why}; send the content itself.`;
  return { kind: 'problem', problem: { code: 'content_not_inline', sentence } };
}

function unknown(type: unknown): Piece {
  const why = 'since it cannot tell what that costs';
  const sentence = `The gateway does not pass on content ${quoted(type)}, ${why}; send it as text.`;
  return { kind: 'problem', problem: { code: 'content_not_allowed', sentence } };
}
