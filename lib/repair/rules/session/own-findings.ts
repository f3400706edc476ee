import type { Finding } from '#model/finding.ts';
import type { NewTask } from '#model/task.ts';
import type { KnownFinding } from './known-finding.ts';

type Owner = Pick<NewTask, 'tool' | 'taskType' | 'targets'>;

/**
 * Whether a finding is the task's to repair: of its tool and in its files, so that the answer stays the same when
 * findings are collected anew. What the tool repairs by itself is all that a task of that type is about.
 */
export function isFindingOfTask(
  { tool, taskType, targets }: Owner,
  { finding, toRepair }: KnownFinding,
): boolean {
  if (!toRepair || finding.tool !== tool) return false;
  if (taskType === 'autofix' && !isFixable(finding)) return false;
  if (taskType === 'autofix_unsafe' && !isUnsafelyFixable(finding)) return false;
  if (taskType === 'quarantine' && !targets.testIds.includes(finding.testId ?? '')) return false;
  const { files } = targets;
  return files.length === 0
    ? finding.filePath === undefined
    : finding.filePath !== undefined && files.includes(finding.filePath);
}

/** Whether the tool says that it can repair it, and may change what the code does. */
export function isUnsafelyFixable({ meta }: Pick<Finding, 'meta'>): boolean {
  return meta?.['unsafelyFixable'] === true;
}

/** Tools that never say what they can repair are asked to try. */
export function isFixable({ meta }: Pick<Finding, 'meta'>): boolean {
  return meta?.['fixable'] !== false;
}
