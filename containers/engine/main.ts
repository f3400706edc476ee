import { runContainer } from '#local/worker/run-container.ts';

/** Checks: engines alone, and nothing that speaks to models. */
process.exitCode = await runContainer({});
