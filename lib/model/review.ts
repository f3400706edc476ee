import * as z from 'zod';

/** What a reviewer requests, at one line of a pull request or for all of it. */
export const reviewThread = z.object({
  path: z
    .string()
    .min(1)
    .optional()
    .describe('Repository-relative path of the file; absent: it is about all of the change.'),
  line: z.int().positive().optional().describe('The line, counted from 1; absent: the file.'),
  author: z.string().min(1).describe('Login of its author.'),
  body: z.string().describe('What was written, all comments of the thread in their order.'),
  id: z.string().optional().describe('The thread on the forge, where it came from one.'),
  url: z.string().optional().describe('Where people read it.'),
});
export type ReviewThread = z.infer<typeof reviewThread>;
