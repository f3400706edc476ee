import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { errorMessage } from '#base/errors.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import type { CliContext } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { judgeDocument, type PlanDocument } from '#repair/plan/plan-document.ts';

/** Reads a plan from its file; undefined: it cannot be executed, and every reason was printed. */
export async function readPlanFile(
  context: CliContext,
  file: string,
): Promise<StructuredPlan | undefined> {
  const judged = await judgeFile(resolve(context.cwd, file));
  if (judged.kind === 'plan') return judged.plan;
  const lines = judged.problems.map((one) => shortened(oneLine(`${file}: ${one}`), 1_000));
  refuseCommand(context, lines.join('\n'));
  return undefined;
}

async function judgeFile(path: string): Promise<PlanDocument> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => ({ error }));
  if (typeof text !== 'string') {
    return wrongPlan(`It cannot be read (${errorMessage(text.error)}): name a file that can be.`);
  }
  try {
    return judgeDocument(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return wrongPlan(`It is not JSON (${error.message}): correct it.`);
  }
}

function wrongPlan(problem: string): PlanDocument {
  return { kind: 'wrong', problems: [problem] };
}
