import type { ArtifactName } from '#model/artifact.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { ProofRow } from '#model/proof.ts';
import type { ChangedExpectation } from '#model/test-evidence.ts';
import { expectationMarkdown, expectationsHint, expectationsTitle } from '../expectation-texts.ts';
import { sentenceText } from '#base/markdown-text.ts';
import { proofMarkdown, proofTitle } from '../proof-table.ts';
import { plainText, utf8Length } from '#base/plain-text.ts';
import { redactText } from '#base/redact.ts';

interface OfferedPatch {
  readonly runId: RunId;
  /** The head that it applies to. */
  readonly head: Sha;
  readonly name: ArtifactName;
  /** undefined: it is no text. */
  readonly text: string | undefined;
  /** Why it was not pushed. */
  readonly reason: string;
  /** What tests demand by now, where that is why it waits for a person. */
  readonly expectations?: readonly ChangedExpectation[] | undefined;
  readonly proof?: readonly ProofRow[] | undefined;
}

/** One comment for each run. */
export function patchMarker(runId: RunId): string {
  return `<!-- ratchetr:patch ${runId} -->`;
}

/** The comment that offers a verified patch to a person who may push. */
export function patchComment(patch: OfferedPatch): string {
  const { runId, head, name, text } = patch;
  const applies = `It makes nothing worse, and it applies to \`${head.slice(0, 12)}\`.`;
  const intro = [
    `**A verified patch for a person who may push here.** ${applies}`,
    sentenceText(patch.reason),
    ...askedExpectations(patch),
    ...tellProof(patch),
  ].join('\n\n');
  if (text === undefined || !canPaste(text)) {
    const where = `It is the artifact \`${name}\` of the run \`${runId}\`, where Ratchetr runs.`;
    const how = 'Apply it there with `git apply`.';
    return [intro, `It cannot be shown here. ${where} ${how}`].join('\n\n');
  }
  return [
    intro,
    'Paste this into a shell in the work tree:',
    `<details><summary>The patch</summary>\n\n${renderPaste(text)}\n\n</details>`,
  ].join('\n\n');
}

function askedExpectations({ expectations = [] }: OfferedPatch): readonly string[] {
  const blocks = expectationMarkdown(expectations);
  return blocks.length === 0 ? [] : [`**${expectationsTitle}.** ${expectationsHint}`, ...blocks];
}

function tellProof({ proof = [] }: OfferedPatch): readonly string[] {
  const table = proofMarkdown(proof);
  return table === '' ? [] : [`**${proofTitle}.**`, table];
}

// Beside what tests demand, it fits into a comment.
const longest = 50_000;

/**
 * Whether it is the same patch after it was shown and copied. One with what looks like a credential is not shown: masked
 * it would not apply.
 */
function canPaste(text: string): boolean {
  if (utf8Length(text) > longest || !text.endsWith('\n')) return false;
  return plainText(text) === text && redactText(text) === text;
}

function renderPaste(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const end = endMark(text);
  return `${fence}sh\ngit apply <<'${end}'\n${text}${end}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A line that is not in the patch: the shell ends the patch there. */
function endMark(text: string): string {
  const lines = new Set(text.split('\n'));
  let mark = 'PATCH';
  for (let number = 1; lines.has(mark); number += 1) mark = `PATCH${number}`;
  return mark;
}
