import type { StructuredStep } from '#model/structured-plan.ts';

type Action = StructuredStep['action'];

type Mode = '100644' | '100755' | '120000';

export const creates = (path: string, content = 'new', mode?: Mode): Action => ({
  type: 'create_file',
  path,
  content,
  encoding: 'utf8',
  ...(mode !== undefined && { mode }),
});

export const modifies = (path: string, content: string, mode?: Mode): Action => ({
  type: 'modify_file',
  path,
  content,
  encoding: 'utf8',
  ...(mode !== undefined && { mode }),
});

export const shell = (line: string, idempotent = true): Action => ({
  type: 'run_command',
  argv: ['sh', '-c', line],
  cwd: '.',
  env: {},
  idempotent,
  successCodes: [0],
});

export const uses = (tool: string): Action => ({ type: 'use_tool', tool, input: { a: 1 } });
