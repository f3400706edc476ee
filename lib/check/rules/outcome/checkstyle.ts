import {
  type Diagnostic,
  type DiagnosticsReading,
  parsePosition,
  severityOfWord,
} from './diagnostics.ts';
import { readXml, type XmlEvent } from './xml.ts';

/** Reads a report in the format of Checkstyle, which many linters write. Never throws: what cannot be read has a name. */
export function readCheckstyle(text: string | undefined): DiagnosticsReading {
  if (text === undefined) return { kind: 'broken', state: 'absent' };
  if (text.trim() === '') return { kind: 'broken', state: 'empty' };
  const found: Found = { root: null, path: null, diagnostics: [], crashed: null };
  const end = readXml(text, (event) => collectError(found, event));
  if (end === 'malformed') return { kind: 'broken', state: 'unparseable' };
  if (end === 'truncated') return { kind: 'broken', state: 'truncated' };
  if (found.root !== 'checkstyle') return { kind: 'broken', state: 'invalid' };
  const { diagnostics, crashed } = found;
  if (crashed === null) return { kind: 'read', diagnostics };
  const message = `it could not judge ${crashed}`;
  return { kind: 'read', diagnostics, failure: { reason: 'CRASHED', message } };
}

interface Found {
  root: string | null;
  path: string | null;
  readonly diagnostics: Diagnostic[];
  /** The file on which the tool broke down. */
  crashed: string | null;
}

function collectError(found: Found, event: XmlEvent): void {
  if (event.kind !== 'open') return;
  const { name, attributes, parent } = event;
  if (parent === null) found.root = name;
  if (name === 'file') found.path = attributes.get('name') || null;
  if (name === 'exception') found.crashed ??= found.path ?? 'a file';
  if (name === 'error') found.diagnostics.push(diagnosticOf(attributes, found.path));
}

function diagnosticOf(attributes: ReadonlyMap<string, string>, path: string | null): Diagnostic {
  const rule = attributes.get('source') || null;
  return {
    severity: severityOfWord(attributes.get('severity') ?? ''),
    rule,
    message: attributes.get('message')?.trim() || (rule ?? 'The tool gives no message.'),
    path,
    line: path === null ? null : parsePosition(attributes.get('line')),
    column: path === null ? null : parsePosition(attributes.get('column')),
  };
}
