import type { ModelApi } from '../spending/tokens.ts';
import { type Fields, isFields, quoteName, type RequestProblem } from './problem.ts';

/** What of a request is not simply text. */
type Piece =
  | { readonly kind: 'image' | 'document'; readonly bytes: number }
  | { readonly kind: 'tools'; readonly tools: unknown }
  | { readonly kind: 'problem'; readonly problem: RequestProblem };

type Pieces = Generator<Piece>;
type Reader = (block: Fields) => Iterable<Piece>;

/** Reads what a conversation is made of; it is all there in the request, or it is a problem. */
export function readPieces(api: ModelApi, request: Fields): Iterable<Piece> {
  return conversations[api](request);
}

const conversations: Readonly<Record<ModelApi, Reader>> = {
  *messages({ system, messages }) {
    yield* readBlocks(system, anthropicBlocks);
    yield* readConversation(messages, anthropicBlocks);
  },
  *responses({ input }) {
    yield* readBlocks(input, openaiItems);
  },
  *chat({ messages }) {
    for (const message of toList(messages)) {
      // It stands for sound that an earlier answer left at the provider.
      if (isFields(message) && isPresent(message['audio'])) yield refuseContent('audio');
    }
    yield* readConversation(messages, chatParts);
  },
};

const anthropicBlocks: Readonly<Record<string, Reader>> = {
  ...textOnly('text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_reference'),
  ...textOnly('tool_removal'),
  *tool_result({ content }) {
    yield* readBlocks(content, anthropicBlocks);
  },
  *search_result({ content }) {
    yield* readBlocks(content, anthropicBlocks);
  },
  *image({ source }) {
    const data = countInlineData(source, ['base64']);
    yield data === undefined ? refuseReference('image') : { kind: 'image', bytes: data };
  },
  *document({ source }) {
    if (isFields(source) && source['type'] === 'content') {
      yield* readBlocks(source['content'], anthropicBlocks);
      return;
    }
    const data = countInlineData(source, ['base64', 'text']);
    if (data === undefined) yield refuseReference('document');
    else if (isFields(source) && source['type'] === 'base64') {
      yield { kind: 'document', bytes: data };
    }
  },
  *tool_addition({ tool }) {
    const isNamed = isFields(tool) && tool['type'] === 'tool_reference';
    if (isNamed && !isPresent(tool['definition'])) return;
    yield { kind: 'tools', tools: isFields(tool) ? [tool['definition']] : tool };
  },
};

const openaiParts: Readonly<Record<string, Reader>> = {
  ...textOnly('input_text', 'output_text', 'text', 'refusal', 'summary_text', 'reasoning_text'),
  ...textOnly('encrypted_content'),
  *input_image({ image_url: url, file_id: id }) {
    const bytes = isPresent(id) ? undefined : countDataUrl(url);
    yield bytes === undefined ? refuseReference('input_image') : { kind: 'image', bytes };
  },
  *input_file({ file_data: data, file_url: url, file_id: id }) {
    const isInline = typeof data === 'string' && !isPresent(url) && !isPresent(id);
    yield isInline ? { kind: 'document', bytes: data.length } : refuseReference('input_file');
  },
};

const openaiItems: Readonly<Record<string, Reader>> = {
  ...openaiParts,
  ...textOnly('function_call', 'custom_tool_call', 'compaction_trigger'),
  ...sealedItems('reasoning', 'compaction', 'compaction_summary', 'context_compaction'),
  *message({ content }) {
    if (isPresent(content)) yield* readBlocks(content, openaiParts);
    else yield refuseReference('message');
  },
  *agent_message({ content }) {
    yield* readBlocks(content, openaiParts);
  },
  *function_call_output({ output }) {
    yield* readBlocks(output, openaiParts);
  },
  *custom_tool_call_output({ output }) {
    yield* readBlocks(output, openaiParts);
  },
  *additional_tools({ tools }) {
    yield { kind: 'tools', tools };
  },
  *configuration_update(item) {
    const other = Object.keys(item).find((name) => !['type', 'id', 'reasoning'].includes(name));
    if (other !== undefined) yield refuseContent(other);
  },
};

const chatParts: Readonly<Record<string, Reader>> = {
  ...textOnly('text', 'refusal'),
  *image_url({ image_url: image }) {
    const bytes = countDataUrl(isFields(image) ? image['url'] : image);
    yield bytes === undefined ? refuseReference('image_url') : { kind: 'image', bytes };
  },
  *file({ file }) {
    const data = isFields(file) && !isPresent(file['file_id']) ? file['file_data'] : undefined;
    yield typeof data === 'string'
      ? { kind: 'document', bytes: data.length }
      : refuseReference('file');
  },
};

function textOnly(...types: readonly string[]): Readonly<Record<string, Reader>> {
  return Object.fromEntries(types.map((type) => [type, readNoPieces]));
}

function sealedItems(...types: readonly string[]): Readonly<Record<string, Reader>> {
  return Object.fromEntries(types.map((type) => [type, readSealedItem]));
}

/** OpenAI finds what it kept by the id alone; servers of one's own give an id, and what it stands for is a summary. */
function* readSealedItem({ id, encrypted_content: sealedText, content }: Fields): Pieces {
  if (isPresent(id) && !isPresent(sealedText) && !isPresent(content))
    yield { kind: 'document', bytes: 0 };
}

function readNoPieces(): Iterable<Piece> {
  return [];
}

function* readConversation(messages: unknown, known: Readonly<Record<string, Reader>>): Pieces {
  for (const message of toList(messages)) {
    if (isFields(message)) {
      yield* findReferences(message);
      yield* readBlocks(message['content'], known);
    } else if (isPresent(message)) yield refuseContent(undefined);
  }
}

/** A text, one block or a list of blocks. A message needs no type. */
function* readBlocks(content: unknown, known: Readonly<Record<string, Reader>>): Pieces {
  for (const block of toList(content)) {
    if (!isFields(block)) {
      // A list in a list, for one, would hide what is in it.
      if (typeof block !== 'string' && isPresent(block)) yield refuseContent(undefined);
      continue;
    }
    const type = block['type'] ?? ('role' in block ? 'message' : '');
    const reader = typeof type === 'string' && Object.hasOwn(known, type) ? known[type] : undefined;
    if (reader === undefined) yield refuseContent(type);
    else {
      yield* findReferences(block);
      yield* reader(block);
    }
  }
}

/** Names that stand for something else wherever they stand. */
const references = ['attachments', 'container_id', 'file_id', 'file_ids', 'file_url'] as const;

function* findReferences(block: Fields): Pieces {
  const named = references.find((name) => isPresent(block[name]));
  if (named !== undefined) yield refuseReference(named);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Characters of what a source holds itself. */
function countInlineData(source: unknown, types: readonly string[]): number | undefined {
  if (!isFields(source)) return undefined;
  const { type, data } = source;
  const isElsewhere = isPresent(source['url']) || isPresent(source['file_id']);
  const isInline = typeof type === 'string' && types.includes(type) && !isElsewhere;
  return isInline && typeof data === 'string' ? data.length : undefined;
}

function countDataUrl(url: unknown): number | undefined {
  return typeof url === 'string' && /^data:/i.test(url) ? url.length : undefined;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function refuseReference(type: string): Piece {
  const why = 'it cannot count what the provider fetches before that is billed';
  const sentence = `The gateway does not forward "${type}" by URL or by id, because ${why}; send the content itself.`;
  return { kind: 'problem', problem: { code: 'content_not_inline', sentence } };
}

function refuseContent(type: unknown): Piece {
  const why = 'because it cannot calculate what that costs';
  const sentence = `The gateway does not forward content ${quoteName(type)}, ${why}; send it as text.`;
  return { kind: 'problem', problem: { code: 'content_not_allowed', sentence } };
}
