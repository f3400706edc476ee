import * as z from 'zod';
import { fileMode } from './changeset.ts';
import { sha } from './ids.ts';

const path = z.string().min(1).describe('Repository-relative POSIX path.');

const createFile = z.object({
  type: z.literal('create_file').describe('Make a file that does not exist.'),
  path,
  content: z.string().describe('Its whole content.'),
  encoding: z.enum(['utf8', 'base64']).describe('How the content is written here.'),
  mode: fileMode.optional(),
});

const modifyFile = z.object({
  type: z.literal('modify_file').describe('Replace the content of a file.'),
  path,
  expectedBlob: sha.optional().describe('Refuse unless the file still has this git id.'),
  content: z.string().describe('Its whole new content.'),
  encoding: z.enum(['utf8', 'base64']).describe('How the content is written here.'),
  mode: fileMode.optional(),
});

const deleteFile = z.object({
  type: z.literal('delete_file').describe('Remove a file.'),
  path,
  expectedBlob: sha.optional().describe('Refuse unless the file still has this git id.'),
});

const runCommand = z.object({
  type: z.literal('run_command').describe('Run a program; it runs alone in its batch.'),
  argv: z.array(z.string()).min(1).describe('Program and arguments; never a shell line.'),
  cwd: z.string().describe('Working folder relative to the repository root.'),
  env: z.record(z.string(), z.string()).describe('Variables set for it alone.'),
  idempotent: z.boolean().describe('Whether running it twice is harmless.'),
  successCodes: z.array(z.int()).min(1).describe('Exit codes that count as success.'),
});

const readFile = z.object({
  type: z.literal('read_file').describe('Read a file into the result of the step.'),
  path,
});

const getUserInput = z.object({
  type: z.literal('get_user_input').describe('Ask a person; the plan waits for the answer.'),
  question: z.string().min(1).describe('What to ask.'),
  choices: z.array(z.string()).optional().describe('The answers to choose from.'),
});

const selector = z.string().describe('CSS selector of the element.');

const browserAct = z.object({
  type: z.literal('browser_act').describe('Drive a browser.'),
  acts: z
    .array(
      z.discriminatedUnion('do', [
        z.object({
          do: z.literal('open').describe('Open a page.'),
          url: z.string().describe('Its address.'),
        }),
        z.object({ do: z.literal('click').describe('Click an element.'), selector }),
        z.object({
          do: z.literal('type').describe('Type into an element.'),
          selector,
          text: z.string().describe('What to type.'),
        }),
        z.object({
          do: z.literal('expect_text').describe('Fail unless an element shows a text.'),
          selector,
          text: z.string().describe('What it must show.'),
        }),
        z.object({
          do: z.literal('screenshot').describe('Keep a picture of the page.'),
          name: z.string().describe('Name of the picture.'),
        }),
      ]),
    )
    .min(1)
    .describe('One after the other.'),
});

const useTool = z.object({
  type: z.literal('use_tool').describe('Use a tool that the executor of the plan registered.'),
  tool: z.string().min(1).describe('Its name.'),
  input: z.json().describe('What it is given; only the tool understands it.'),
});

export const stepAction = z
  .discriminatedUnion('type', [
    createFile,
    modifyFile,
    deleteFile,
    runCommand,
    readFile,
    getUserInput,
    browserAct,
    useTool,
  ])
  .describe('What a step does.');

const condition = z.object({
  step: z.int().describe('The earlier step.'),
  is: z.enum(['succeeded', 'failed', 'skipped']).describe('How it must have ended.'),
  outputContains: z.string().optional().describe('What its output must contain.'),
});

export const structuredStep = z.object({
  stepId: z.int().nonnegative().describe('Unique inside the plan.'),
  description: z.string().describe('One line for people.'),
  action: stepAction,
  dependsOn: z.array(z.int()).describe('Steps that must have ended before.'),
  onlyIf: z.array(condition).optional().describe('All must hold, or the step is skipped.'),
  rollbackOnFail: z.boolean().describe('Undo this step alone when it fails.'),
  maxRetries: z.int().nonnegative().optional().describe('Instead of the configured number.'),
  timeoutMs: z.int().positive().optional().describe('Instead of the configured limit.'),
  estimatedUsd: z.number().nonnegative().optional().describe('Instead of the configured guess.'),
});
export type StructuredStep = z.infer<typeof structuredStep>;

/** Steps and the order they depend on. */
export const structuredPlan = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  title: z.string().describe('One line for people.'),
  steps: z.array(structuredStep).describe('In any order; dependencies decide.'),
});
export type StructuredPlan = z.infer<typeof structuredPlan>;
