import { exitFailure, stoppedFailure } from '#repair/rules/answer/failure.ts';
import { readAnswer } from '#repair/rules/answer/read-answer.ts';
import { anyAgentMasks } from '../any-agent-masks.ts';
import { commandStart } from '../command-start.ts';
import type { ProgramAgent } from '../contract.ts';

/** Any program that reads the request as JSON from its standard input and prints the result as JSON at its end. */
export const command: ProgramAgent = {
  kind: 'program',
  id: 'command',
  title: 'Command',
  programs: [],
  versionArgs: [],
  versionPattern: /(?!)/,
  needs: [
    {
      kind: 'command',
      name: 'command',
      get: 'Name the program and its arguments under agents.settings.command.command in ratchetr.yaml.',
    },
  ],
  provider: 'any',
  // It may be a wrapper around any agent.
  masks: anyAgentMasks,
  start: commandStart,
  read: ({ request, stdout, stderr, exit }) => ({
    ...(stoppedFailure(exit) ?? exitFailure(exit, stderr) ?? readAnswer(stdout, request)),
    cost: { usd: 0, source: 'none' },
  }),
};
