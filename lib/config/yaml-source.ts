import { type Document, isCollection, LineCounter, parseDocument } from 'yaml';
import type { SettingPath } from './paths.ts';
import { syntaxFaults } from './yaml-syntax.ts';
import { readYamlTree } from './yaml-tree.ts';
import type { TreeFault, ValueSpots } from './yaml-walk.ts';

export interface YamlReading {
  /** Undefined when the text holds nothing, or nothing that can be relied on. */
  readonly value: unknown;
  readonly readable: boolean;
  /** True when the outermost value is a list or map that is written without brackets. */
  readonly indented: boolean;
  readonly spots: ValueSpots;
  readonly faults: readonly TreeFault[];
  readonly position: (offset: number) => Position;
}

/** Counted from 1, as editors do. */
interface Position {
  readonly line: number;
  readonly column: number;
}

const LARGEST_BYTES = 256 * 1024;

/** Reads one YAML document of any quality without throwing; `base` is where its value belongs. */
export function readYaml(text: string, base: SettingPath = []): YamlReading {
  if (Buffer.byteLength(text) > LARGEST_BYTES) return refuseLargeText(base);
  const lines = new LineCounter();
  const source = text.replace(/^\uFEFF/, '');
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    logLevel: 'error',
  });
  const position = (offset: number) => positionIn(lines, offset);
  const syntax = syntaxFaults(document).map((fault) => ({ ...fault, path: base }));
  if (syntax.length > 0) return unreadableYaml(syntax, position);
  const tree = readYamlTree(document.contents, base, (offset) => position(offset).line);
  return {
    readable: true,
    value: document.contents === null ? undefined : tree.value,
    indented: isCollection(document.contents) && document.contents.flow !== true,
    spots: tree.spots,
    faults: [...documentFaults(document, source, base), ...tree.faults],
    position,
  };
}

function documentFaults(
  document: Document.Parsed,
  source: string,
  path: SettingPath,
): readonly TreeFault[] {
  const further = document.errors
    .filter((error) => error.code === 'MULTIPLE_DOCS')
    .map((error) => ({
      offset: error.pos[0],
      path,
      message: 'a second document starts here',
      hint: 'keep one document, without "---" between its parts',
    }));
  const directive = source.search(/^%/m);
  if (directive < 0 || !hasDirectives(document)) return further;
  const message = 'a line that starts with "%" changes how the rest is read';
  return [{ offset: directive, path, message, hint: 'remove the line' }, ...further];
}

function hasDirectives({ directives, warnings }: Document.Parsed): boolean {
  const tags = Object.keys(directives.tags).length > 1;
  const unknown = warnings.some((warning) => warning.code === 'BAD_DIRECTIVE');
  return directives.yaml.explicit === true || tags || unknown;
}

function refuseLargeText(path: SettingPath): YamlReading {
  const message = `the text is larger than ${LARGEST_BYTES / 1024} KiB`;
  const fault = { offset: 0, path, message, hint: 'keep settings only' };
  return unreadableYaml([fault], () => ({ line: 1, column: 1 }));
}

function unreadableYaml(
  faults: readonly TreeFault[],
  position: (offset: number) => Position,
): YamlReading {
  const nothing = { value: undefined, readable: false, indented: false };
  return { ...nothing, spots: new Map(), faults, position };
}

// An empty text has no line starts at all.
function positionIn(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return line === 0 ? { line: 1, column: offset + 1 } : { line, column: col };
}
