import * as z from 'zod';
import { parseJson } from '#base/json.ts';

const rawSpan = z.object({
  file_name: z.string(),
  line_start: z.int(),
  column_start: z.int(),
  is_primary: z.boolean(),
  suggestion_applicability: z.string().nullish(),
});
const span = rawSpan.extend({ expansion: z.object({ span: rawSpan }).nullish() });
const message = z.object({
  level: z.string(),
  message: z.string(),
  code: z.object({ code: z.string() }).nullish(),
  spans: z.array(span),
  children: z.array(z.object({ spans: z.array(rawSpan) })),
});
const target = z.object({ name: z.string(), kind: z.array(z.string()), src_path: z.string() });
const record = z.object({
  reason: z.string(),
  package_id: z.string().optional(),
  success: z.boolean().optional(),
  executable: z.string().nullish(),
  target: target.optional(),
  message: message.optional().catch(undefined),
});

type Message = z.infer<typeof message>;

/** One error or warning of rustc or clippy. */
export interface RustDiagnostic {
  readonly level: 'error' | 'warning';
  /** Name of the rule, or code of the error; null: it is an error that has none, such as one of syntax. */
  readonly code: string | null;
  readonly message: string;
  /** Relative to the workspace. */
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The compiler knows a change that does not change what the code means. */
  readonly fixable: boolean;
}

/** A program of tests that was built. */
interface BuiltTarget {
  readonly package: string;
  readonly name: string;
  readonly isLibrary: boolean;
  /** Absolute. */
  readonly source: string;
}

export interface CargoOutput {
  /** Each once: what is built for several targets is told for each. */
  readonly diagnostics: readonly RustDiagnostic[];
  /** By the name of the file that was built. */
  readonly executables: ReadonlyMap<string, BuiltTarget>;
  /** Whether the build came to its end, and how; undefined: it did not. */
  readonly built: boolean | undefined;
  /** Lines that are no messages. */
  readonly rest: readonly string[];
}

/** Reads what cargo prints with `--message-format=json`, between which tests may print what they like. */
export function readCargoOutput(text: string): CargoOutput {
  const diagnostics = new Map<string, RustDiagnostic>();
  const executables = new Map<string, BuiltTarget>();
  const rest: string[] = [];
  let built: boolean | undefined;
  for (const line of text.split(/\r?\n/)) {
    const read = line.startsWith('{"') ? record.safeParse(parseJson(line)).data : undefined;
    if (read === undefined) {
      rest.push(line);
      continue;
    }
    if (read.reason === 'build-finished') built = read.success;
    const found = read.message === undefined ? undefined : toDiagnostic(read.message);
    if (found !== undefined) diagnostics.set(JSON.stringify(found), found);
    const { executable, target: of, package_id: id = '' } = read;
    if (executable && of) executables.set(baseName(executable), toTarget(of, id));
  }
  return { diagnostics: [...diagnostics.values()], executables, built, rest };
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function toTarget(
  { name, kind, src_path: source }: z.infer<typeof target>,
  id: string,
): BuiltTarget {
  const isLibrary = kind.some((one) => /lib$|^proc-macro$/.test(one));
  return { package: packageName(id), name, isLibrary, source };
}

/** `path+file:///a/name#1.0.0`, `path+file:///a/b#name@1.0.0`, and `name 1.0.0 (path+file:///a/b)` of older versions. */
function packageName(id: string): string {
  const [place = '', version = ''] = id.split('#');
  if (version.includes('@')) return version.slice(0, version.indexOf('@'));
  return id.includes('#') ? baseName(place) : (id.split(' ', 1)[0] ?? id);
}

// Sums of what was told before.
const sum =
  /^(?:aborting due to |\d+ (?:warnings?|errors?) emitted|For more information about|Some errors have detailed)/;

function toDiagnostic({
  level: told,
  message: said,
  code,
  spans,
  children,
}: Message): RustDiagnostic | undefined {
  const level = told.startsWith('error') ? 'error' : told;
  if ((level !== 'error' && level !== 'warning') || (spans.length === 0 && sum.test(said)))
    return undefined;
  const primary = spans.find((one) => one.is_primary) ?? spans[0];
  // Of a macro from elsewhere the place of its call is the project's.
  const isElsewhere = primary !== undefined && /^[</]/.test(primary.file_name);
  const place = isElsewhere ? (primary.expansion?.span ?? primary) : primary;
  const suggested = [...spans, ...children.flatMap((child) => child.spans)];
  return {
    level,
    code: code?.code ?? null,
    message: said.trim() || 'The compiler gives no message.',
    path: place?.file_name || null,
    line: place === undefined ? null : Math.max(1, place.line_start),
    column: place === undefined ? null : Math.max(1, place.column_start),
    fixable: suggested.some((one) => one.suggestion_applicability === 'MachineApplicable'),
  };
}

/** A target that asks for features of nightly says nothing of the others: with this toolchain nobody builds it. */
export function needsNightly({ code }: RustDiagnostic): boolean {
  return code === 'E0554';
}

/** What is no rule of a linter keeps the code from being compiled. */
export function isCompileError({ level, code }: RustDiagnostic): boolean {
  return level === 'error' && (code === null || /^E\d+$/.test(code));
}
