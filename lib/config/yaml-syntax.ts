import {
  type Document,
  type ErrorCode,
  isCollection,
  isScalar,
  type Node,
  visit,
  type YAMLError,
} from 'yaml';

export interface YamlFault {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

const MOST_FAULTS = 50;

/** What makes the text unreadable as YAML; empty when its structure can be relied on. */
export function syntaxFaults(document: Document.Parsed): readonly YamlFault[] {
  const errors = document.errors.filter((error) => error.code !== 'MULTIPLE_DOCS');
  const exhausted = errors.find((error) => error.code === 'RESOURCE_EXHAUSTION');
  const shown = exhausted === undefined ? errors.slice(0, MOST_FAULTS) : [exhausted];
  return shown.map((error) => describeYamlError(document, error));
}

function describeYamlError(document: Document.Parsed, error: YAMLError): YamlFault {
  const opening = openings.find(({ says }) => says.test(error.message));
  if (opening !== undefined) return locateOpening(document, error, opening);
  const { message, hint } = sentences[error.code];
  return { offset: error.pos[0], message: message ?? lowerFirst(error.message), hint };
}

interface Opening {
  /** What the library says. */
  readonly says: RegExp;
  readonly opens: (node: Node) => boolean;
  readonly message: string;
  readonly hint: string;
}

const openings: readonly Opening[] = [
  {
    says: /^Missing closing /,
    opens: (node) => isScalar(node) && node.type?.startsWith('QUOTE') === true,
    message: 'a quote opens here and is never closed',
    hint: 'close it',
  },
  {
    says: /^Flow (map|sequence) .*end with a /,
    opens: (node) => isCollection(node) && node.flow === true,
    message: 'a bracket opens here and is not closed before the next key',
    hint: 'close it, and indent the lines inside it',
  },
];

/** The library points to where it gave up, which is rarely where something can be corrected. */
function locateOpening(
  document: Document.Parsed,
  error: YAMLError,
  { opens, message, hint }: Opening,
): YamlFault {
  let offset = error.pos[0];
  visit(document, {
    Node: (_key, node) => {
      const start = node.range?.[0] ?? offset;
      if (opens(node) && start < error.pos[0]) offset = start;
    },
  });
  return { offset, message, hint };
}

interface Sentence {
  /** Absent where the library's own words name the character. */
  readonly message?: string;
  readonly hint: string;
}

const plainYaml = 'write plain YAML: keys, values, lists and comments';

const sentences: Readonly<Record<ErrorCode, Sentence>> = {
  ALIAS_PROPS: { message: 'an alias has an anchor or a tag of its own', hint: plainYaml },
  BAD_ALIAS: { message: 'an alias has no usable name', hint: 'quote a value that starts with "*"' },
  BAD_COLLECTION_TYPE: { message: 'a tag does not fit its value', hint: 'remove the tag' },
  BAD_DIRECTIVE: { message: 'a line that starts with "%" is not known', hint: 'remove the line' },
  BAD_DQ_ESCAPE: {
    message: 'a text in double quotes holds an unknown escape',
    hint: 'use single quotes, or write the backslash twice',
  },
  BAD_INDENT: {
    message: 'the indentation does not fit the lines around it',
    hint: 'start all keys of a map in the same column, and close brackets before the next key',
  },
  BAD_PROP_ORDER: { message: 'an anchor or a tag stands in the wrong place', hint: plainYaml },
  BAD_SCALAR_START: {
    message: 'a value starts with a character that YAML keeps for itself',
    hint: 'put the value in quotes',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second key stands on the same line',
    hint: 'put it on a line of its own, or quote the value if the colon belongs to it',
  },
  BLOCK_IN_FLOW: {
    message: 'inside brackets, a comma is missing or a line starts with "-"',
    hint: 'separate the items in brackets by commas',
  },
  DUPLICATE_KEY: { message: 'a key stands twice in one map', hint: 'keep one of the two' },
  IMPOSSIBLE: { message: 'the text cannot be read', hint: plainYaml },
  KEY_OVER_1024_CHARS: { message: 'a key is longer than 1024 characters', hint: plainYaml },
  MISSING_CHAR: { hint: 'add what is missing' },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a line is neither a key with a value nor part of one',
    hint: 'write it as "key: value", or indent it below its key',
  },
  MULTIPLE_ANCHORS: { message: 'a value has two anchors', hint: 'keep one of the two' },
  MULTIPLE_DOCS: {
    message: 'a second document starts here',
    hint: 'keep one document, without "---" between its parts',
  },
  MULTIPLE_TAGS: { message: 'a value has two tags', hint: 'remove the tags' },
  NON_STRING_KEY: { message: 'a key is not text', hint: 'put the key in quotes' },
  RESOURCE_EXHAUSTION: { message: 'the text is nested too deeply', hint: 'use fewer levels' },
  TAB_AS_INDENT: { message: 'the line is indented with a tab', hint: 'indent with spaces' },
  TAG_RESOLVE_FAILED: { message: 'a tag is not known', hint: 'remove the tag' },
  UNEXPECTED_TOKEN: { hint: plainYaml },
};

function lowerFirst(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ');
  return oneLine.charAt(0).toLowerCase() + oneLine.slice(1);
}
