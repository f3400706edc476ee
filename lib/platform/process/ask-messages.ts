import * as z from 'zod';
import type { ProgramAnswer, Question } from '#check/needs/processes.ts';

/** What goes to the process that asks: it has no environment of its own to choose from. */
export const askMessage = z.object({ id: z.int(), question: z.custom<Question>() });

/** What comes back from it. */
export const answerMessage = z.object({ id: z.int(), answer: z.custom<ProgramAnswer>() });
