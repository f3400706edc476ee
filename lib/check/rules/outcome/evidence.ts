import { withoutEscapes } from '#base/excerpt.ts';
import type { NativeHash } from '#base/hash.ts';
import { redactText } from '#base/redact.ts';
import type { EnginePlan } from '#model/engine-plan.ts';

/** What a tool wrote in one run, to be looked at later. */
export interface WrittenEvidence {
  /** What it printed, and what it wrote to its standard error. */
  readonly log: string;
  /** Its report files, by name. */
  readonly reports: ReadonlyMap<string, string>;
}

/** The run of a tool that wrote it. */
export type EvidenceOwner = Pick<EnginePlan, 'engine' | 'root'>;

export interface NamedEvidence {
  readonly name: string;
  readonly kind: 'log' | 'report';
  readonly text: string;
}

/** The names under which it is kept, by its content: the first is the report, or the log of a tool that writes none. */
export function nameEvidence(
  hash: NativeHash,
  { engine, root }: EvidenceOwner,
  { log, reports }: WrittenEvidence,
): readonly [NamedEvidence, ...NamedEvidence[]] {
  const digest = hash(JSON.stringify([log, [...reports]])).slice(0, 16);
  const place = `engines/${engine}/${root === '.' ? '' : `in/${root}/`}${digest}`;
  const ofLog = { name: `${place}/log.txt`, kind: 'log', text: log } as const;
  const [first, ...others] = [...reports].map(
    ([name, text]) => ({ name: `${place}/${name}`, kind: 'report', text }) as const,
  );
  return first === undefined ? [ofLog] : [first, ...others, ofLog];
}

/** Of each stream its end is kept, where a tool says what went wrong. */
const longestStream = 256 * 1024;
/** A report that is larger is left out: half of one cannot be read. */
const longestReport = 8 * 1024 * 1024;

/** Bounds what is kept of a run, and hides what looks like a secret. */
export function boundEvidence(written: {
  readonly stdout: string;
  readonly stderr: string;
  readonly reports: ReadonlyMap<string, string>;
}): WrittenEvidence {
  const { stdout, stderr, reports } = written;
  const parts = [section('standard output', stdout), section('standard error', stderr)];
  return {
    log: parts.join('\n'),
    reports: new Map(
      [...reports]
        .filter(([, text]) => text.length <= longestReport)
        .map(([name, text]) => [name, redactText(text)]),
    ),
  };
}

function section(title: string, text: string): string {
  const left = Math.max(0, text.length - longestStream);
  const said = left === 0 ? '' : ` (without its first ${left} characters)`;
  const end = redactText(withoutEscapes(text.slice(left)));
  return `--- ${title}${said} ---\n${end}`;
}
