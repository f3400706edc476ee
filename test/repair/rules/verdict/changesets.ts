import type { ChangesetFacts, FileTable } from '#repair/rules/verdict/changeset-facts.ts';
import type { ChangesetRejection } from '#repair/rules/verdict/changeset-rejection.ts';
import { judgeChangeset } from '#repair/rules/verdict/judge-changeset.ts';
import { type Changeset, changeset } from '#model/changeset.ts';
import type { Sha } from '#model/ids.ts';
import { runId, sha, sha256, t0 } from '../../../support/samples.ts';
import { compared } from '../../../support/compared.ts';
import { rulesOf } from './diffs.ts';

export const head = sha('a');
export const base = sha('b');
const tree = sha('c');
const run = runId('run-1');
const ruffFindings = { kind: 'new-findings', engine: 'ruff' } as const;

type Change = Changeset['changes'][number];

/** A path with a text; its blob is told by one digit. */
export function write(path: string, digit: string, more: Partial<Change> = {}): Change {
  const content = { runId: run, name: `result/blobs/${digit}` };
  const plain = { kind: 'write', path, mode: '100644', blob: sha(digit), content, sizeBytes: 2 };
  return changeset.shape.changes.element.parse({ ...plain, ...more });
}

export const gone = (path: string): Change => ({ kind: 'delete', path });

/** Files by path, each told by the digit of its blob and, where it is no plain file, its mode. */
export function files(
  table: Readonly<Record<string, string | readonly [string, string]>>,
): FileTable {
  return new Map(
    Object.entries(table).map(([path, told]) => {
      const [digit, mode] = typeof told === 'string' ? [told, '100644'] : told;
      return [path, { mode, blob: sha(digit) }];
    }),
  );
}

/** A changeset that may be published as it is, with what the caller wants different. */
export function aChangeset(different: Partial<Changeset> = {}): Changeset {
  return changeset.parse({
    schemaVersion: 2,
    runId: run,
    parents: [head],
    tree,
    changes: [write('src/total.py', '1')],
    message: 'Repair what ratchetr found\n\n1 finding is repaired.\n',
    committedAt: t0 + 1_000,
    evidence: {
      tree,
      head,
      vector: [{ measures: ruffFindings, before: 0, after: 0 }],
      notWorse: true,
      report: { runId: run, name: 'result/evidence.json' },
    },
    patchSha256: sha256('9'),
    ...different,
  });
}

export function aMerge(changes: readonly Change[]): Changeset {
  return aChangeset({ parents: [head, base], changes: [...changes] });
}

export function factsOf(
  { changes }: Pick<Changeset, 'changes'>,
  different: Partial<ChangesetFacts> = {},
): ChangesetFacts {
  return {
    session: { id: run, kind: 'ci', headBefore: head, reservedAt: t0 },
    base: undefined,
    files: { head: files({ 'src/total.py': '0', 'README.md': '0' }), base: undefined },
    contents: contentsOf(changes),
    oldTexts: new Map(),
    before: new Map(),
    silencers: [],
    setAside: 0,
    report: {
      acceptable: true,
      components: [compared(ruffFindings, 'same')],
    },
    limits: rulesOf().limits,
    attempts: 1,
    canPushWorkflows: true,
    expectations: 'ask',
    now: t0 + 60_000,
    ...different,
  };
}

export function mergeFacts(
  merge: Pick<Changeset, 'changes'>,
  tables: { readonly head: FileTable; readonly base: FileTable },
  different: Partial<ChangesetFacts> = {},
): ChangesetFacts {
  return factsOf(merge, {
    session: { id: run, kind: 'merge-conflict', headBefore: head, reservedAt: t0 },
    base,
    files: tables,
    ...different,
  });
}

function contentsOf(changes: readonly Change[]): ChangesetFacts['contents'] {
  return new Map(
    changes.flatMap((change) =>
      change.kind === 'write'
        ? [[change.path, { blob: change.blob, sizeBytes: change.sizeBytes, text: 'x\n' }]]
        : [],
    ),
  );
}

/** The codes of all that speaks against it, each with its path. */
export function judged(
  given: Changeset,
  facts: ChangesetFacts = factsOf(given),
): readonly string[] {
  return judgeChangeset(given, facts).map(inShort);
}

function inShort({ code, path }: ChangesetRejection): string {
  return path === undefined ? code : `${code} ${path}`;
}

export const anySha = (digits: number): Sha => sha((digits % 16).toString(16));
