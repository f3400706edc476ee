import * as z from 'zod';
import {
  anyJson,
  argv,
  distinct,
  listOf,
  mapOf,
  textMatching,
  pluginId,
  nonEmpty,
  variableName,
  wholeNumber,
  argumentList,
} from '../values.ts';

const agentSettings = z.strictObject({
  model: nonEmpty('the name of a model')
    .optional()
    .describe('Model that the agent is asked to use.'),
  command: argv().optional().describe('Command that starts the agent, in place of its own.'),
  args: argumentList().default([]).describe('Further arguments for the agent.'),
  env: listOf(textMatching(variableName), 'a list of environment names, such as ["LANG"]')
    .default([])
    .describe('Names of environment values that the agent receives.'),
  maxTurns: wholeNumber(1, 1000)
    .optional()
    .describe('Most turns of one attempt, where the agent counts turns.'),
  options: anyJson().default({}).describe('Options that only this agent understands.'),
});

export const agents = z
  .strictObject({
    order: distinct(textMatching(pluginId), 'a list of agent ids, such as ["autofix"]')
      .default(['autofix'])
      .describe('Agents to try, first one first.'),
    settings: mapOf(pluginId, agentSettings)
      .default({})
      .describe('Settings per agent, by agent id.'),
  })
  .prefault({})
  .describe('Who edits code.');
