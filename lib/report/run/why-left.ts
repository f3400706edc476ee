import type { ReportedTask } from '#model/run-report.ts';

/**
 * Says why a finding is still there, from how its task stands; without one nothing was tried. Nothing:
 * it is repaired as far as anybody knows.
 */
export function whyLeft(
  task: ReportedTask | undefined,
  { isOver, unsure }: { readonly isOver: boolean; readonly unsure: boolean },
): string | undefined {
  if (task === undefined) return unsure ? unjudged : 'No task was made for it.';
  if (task.dropped !== null) return `Its repair was taken out at the end: ${task.dropped}`;
  const reason = task.statusReason === undefined ? '.' : `: ${ended(task.statusReason)}`;
  switch (task.status) {
    case 'queued':
      return isOver
        ? `The run ended before it was repaired${reason}`
        : `It is to be tried${reason}`;
    case 'running':
      return isOver ? 'The run ended while it was tried.' : 'It is being worked on.';
    case 'blocked':
      return `It waits for a person${reason}`;
    case 'abandoned':
      return `Its repair was given up${reason}`;
    case 'succeeded':
      if (!isOver) return undefined;
      return unsure ? unjudged : 'Its repair was accepted, and yet it is there.';
  }
}

const unjudged = 'Whether it is still there is not known: its engine gave no result at the end.';

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
