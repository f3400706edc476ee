import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { judgeDocument, type PlanDocument } from '#repair/plan/plan-document.ts';

/** Reads a plan from its file; undefined: it cannot be carried out, and every reason was told. */
export async function readPlanFile(
  { cwd, stderr, exitWith }: CliContext,
  file: string,
): Promise<StructuredPlan | undefined> {
  const judged = await judgeFile(resolve(cwd, file));
  if (judged.kind === 'plan') return judged.plan;
  for (const problem of judged.problems) {
    stderr.write(`${shortened(oneLine(`${file}: ${problem}`), 1_000)}\n`);
  }
  exitWith(EXIT.usage);
  return undefined;
}

async function judgeFile(path: string): Promise<PlanDocument> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => ({ error }));
  if (typeof text !== 'string') {
    return wrong(`It cannot be read (${reasonOf(text.error)}): name a file that can be.`);
  }
  try {
    return judgeDocument(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return wrong(`It is no JSON (${error.message}): correct it.`);
  }
}

function wrong(problem: string): PlanDocument {
  return { kind: 'wrong', problems: [problem] };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
