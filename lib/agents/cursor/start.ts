import type { AgentRequest } from '#model/agent-request.ts';
import { answerFormat } from '#repair/rules/prompts/answer-format.ts';
import { standingRules } from '#repair/rules/prompts/standing-rules.ts';
import type { AgentStart, StartInput } from '../contract.ts';
import { masks } from './masks.ts';

/** How Cursor is started: in its sandbox, with settings of ours alone. */
export function startCursor(request: AgentRequest, input: StartInput): AgentStart {
  const { scratch, model, toolEnv, args: more } = input;
  const { system_prompt: rules = standingRules, task_prompt: task } = request.instructions;
  return {
    args: [
      '--print',
      '--output-format',
      'stream-json',
      // Without these it only proposes edits, or asks.
      '--force',
      '--trust',
      '--sandbox',
      'enabled',
      '--workspace',
      request.workspace_path,
      ...(model === undefined ? [] : ['--model', model]),
      ...more,
    ],
    stdin: `${rules}\n\n${task}\n\n${answerFormat}\n`,
    folders: ['tmp', 'config'],
    files: { 'config/cli-config.json': `${JSON.stringify(cursorSettings(request), null, 2)}\n` },
    env: { ...toolEnv, TMPDIR: `${scratch}/tmp`, CURSOR_CONFIG_DIR: `${scratch}/config` },
  };
}

function cursorSettings(request: AgentRequest) {
  const starts = request.validation.tools.flatMap((tool) => tool.starts);
  const readOnly = ['.git/**', ...request.read_only_paths, ...masks];
  return {
    version: 1,
    editor: { vimMode: false },
    permissions: {
      allow: [
        'Read(**)',
        ...request.allowed_paths.flatMap((path) => rule('Write', path)),
        ...new Set(starts.flatMap((words) => shellRules(words))),
      ],
      deny: [...readOnly.flatMap((path) => rule('Write', path)), 'Shell(git)'],
    },
    attribution: { attributeCommitsToAgent: false },
  };
}

/** It knows a command by its first word; what may follow stands behind a colon. */
function shellRules(words: string): readonly string[] {
  const [program = '', ...more] = words.split(' ');
  if (/[^\w./@+ -]/.test(words)) return [];
  if (more.length === 0) return [`Shell(${program})`];
  return [`Shell(${program}:${more.join(' ')})`, `Shell(${program}:${more.join(' ')} *)`];
}

/** A rule; none for words whose signs mean something else in a rule. */
function rule(kind: 'Write', name: string): readonly string[] {
  if (!/^(?![/~])[^(),\p{Cc}]+$/u.test(name) || name.split('/').includes('..')) return [];
  return [`${kind}(${name.endsWith('/') ? `${name}**` : name})`];
}
