import * as z from 'zod';
import { utf8Length } from '#base/plain-text.ts';
import { runId, sha256, timestamp } from './ids.ts';

const artifactKind = z
  .enum(['report', 'log', 'diff', 'prompt', 'stdout', 'stderr', 'json', 'changeset', 'screenshot'])
  .describe('What the bytes are.');

/** Names are paths inside the run: relative, no dot segments, printable, any script; kept in NFC, so one name has one spelling. */
export const artifactName = z
  .string()
  .normalize('NFC')
  .superRefine((name, context) => {
    const problem = artifactNameProblem(name);
    if (problem === undefined) return;
    context.addIssue({ code: 'custom', message: `not the name of an artifact: ${problem}` });
  })
  .brand<'ArtifactName'>()
  .describe('Path of the artifact inside its run, for example engines/ruff/report.json.');
export type ArtifactName = z.infer<typeof artifactName>;

export const artifactKey = z.object({
  runId: runId.describe('The run that owns the artifact.'),
  name: artifactName,
});
export type ArtifactKey = z.infer<typeof artifactKey>;

export const artifact = artifactKey.extend({
  kind: artifactKind,
  tool: z.string().optional().describe('The engine or agent that produced it.'),
  sha256: sha256.describe('Digest of the stored bytes.'),
  sizeBytes: z.int().nonnegative().describe('Length of the stored bytes.'),
  createdAt: timestamp.describe('When it was recorded.'),
  meta: z
    .record(z.string(), z.json())
    .optional()
    .describe('Facts about the artifact that only its producer understands.'),
});
export type Artifact = z.infer<typeof artifact>;

const maxPathBytes = 900;

const maxSegmentBytes = 255;

/** Says what keeps a name from being the path of an artifact, or nothing when it is one. */
function artifactNameProblem(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (!name.isWellFormed()) return 'it holds half a character (a lone surrogate)';
  if (/^events(?:\/|\.jsonl$)/.test(name)) return 'it is the place of the event log';
  return forbiddenCharacter(name) ?? segmentProblem(name.split('/')) ?? lengthProblem(name);
}

// Bidirectional controls make a name read as another one; line and paragraph separators break logs.
function forbiddenCharacter(name: string): string | undefined {
  if (name.includes('\\')) return 'it holds a backslash; folders are separated by "/"';
  const found = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.exec(name)?.[0].codePointAt(0);
  if (found === undefined) return undefined;
  const code = found.toString(16).toUpperCase().padStart(4, '0');
  return `it holds the control character U+${code}`;
}

function segmentProblem(segments: readonly string[]): string | undefined {
  if (segments[0] === '') return 'it starts with "/"; names are relative to the run';
  if (segments.at(-1) === '') return 'it ends with "/"; it must name a file';
  if (segments.includes('')) return 'it holds "//"';
  if (segments.includes('.') || segments.includes('..')) return 'it holds a "." or ".." segment';
  return undefined;
}

// A file system takes 255 bytes per segment; a key of S3 takes 1,024, of which the run needs up to 70.
function lengthProblem(name: string): string | undefined {
  if (utf8Length(name) > maxPathBytes) return `it is longer than ${maxPathBytes} bytes`;
  const tooLong = name.split('/').some((segment) => utf8Length(segment) > maxSegmentBytes);
  return tooLong ? `a segment is longer than ${maxSegmentBytes} bytes` : undefined;
}
