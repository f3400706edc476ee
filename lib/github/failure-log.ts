import * as z from 'zod';
import type { FailedCheck } from '#model/observation.ts';
import type { ForgeRepository } from '#ratchet/needs/forge.ts';
import { type RepositoryAccess, accessTo } from './access.ts';
import type { GitHubClient } from './client.ts';
import { ForgeRefusal, requireData } from './errors.ts';
import { excerptLog, mostLogCharacters } from './log-excerpt.ts';

export interface LogSource {
  readonly client: GitHubClient;
  readonly fetch?: typeof fetch | undefined;
}

/** The telling parts of a failed check's log; of a check without one, what it says of its result. */
export async function readFailureLog(
  { client, fetch: send = fetch }: LogSource,
  repository: ForgeRepository,
  check: FailedCheck,
): Promise<string | undefined> {
  const access = accessTo(repository);
  const address = await findLogAddress(client, access, check.jobId);
  const log = address === undefined ? undefined : await download(send, address);
  if (log === undefined && !(await hasBegun(client, access, check))) return undefined;
  const told = log ?? (await readCheckOutput(client, access, check.runId));
  return told === undefined ? undefined : excerptLog(told);
}

/** What GitHub says of a job that failed before any of its steps: of a bill, of runners, of its workflow. */
export async function whyNeverStarted(
  client: GitHubClient,
  repository: ForgeRepository,
  check: FailedCheck,
): Promise<string | undefined> {
  const access = accessTo(repository);
  if (await hasBegun(client, access, check)) return undefined;
  const [said] = await listAnnotations(client, access, check.runId);
  return said?.message ?? 'GitHub does not say why.';
}

/** A job that a runner took has at least the step in which it was set up. */
async function hasBegun(
  client: GitHubClient,
  access: RepositoryAccess,
  { jobId }: FailedCheck,
): Promise<boolean> {
  if (jobId === undefined) return true;
  const { owner, name: repo } = access.repository;
  const path = '/repos/{owner}/{repo}/actions/jobs/{job_id}';
  const parameters = { owner, repo, job_id: jobId };
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  if (answer.status === 403 || answer.status === 404) return true;
  const { steps, runner_id: runner } = job.parse(requireData(answer, `show job ${jobId}`));
  return steps === undefined || steps.length > 0 || Boolean(runner);
}

const job = z.object({
  steps: z.array(z.unknown()).optional(),
  runner_id: z.int().nullish(),
});

async function findLogAddress(
  client: GitHubClient,
  access: RepositoryAccess,
  jobId: string | undefined,
): Promise<string | undefined> {
  if (jobId === undefined) return undefined;
  const { owner, name: repo } = access.repository;
  const path = '/repos/{owner}/{repo}/actions/jobs/{job_id}/logs';
  const parameters = { owner, repo, job_id: jobId };
  const request = { method: 'GET', path, parameters, redirect: 'manual' } as const;
  const { status, headers } = await client.rest(request, access);
  if (status === 302) return headers['location'];
  // Logs are kept for some months, and are not there before a job is over.
  if (status === 403 || status === 404 || status === 410) return undefined;
  throw new ForgeRefusal(status, `GitHub answered ${status} to where the log of job ${jobId} lies`);
}

// The address is itself the permission, for a minute: our token must not go there, nor the address into an error.
async function download(send: typeof fetch, address: string): Promise<string | undefined> {
  try {
    const response = await send(address, { signal: AbortSignal.timeout(60_000) });
    if (response.status !== 200 || response.body === null) return undefined;
    return await readStreamEnd(response.body);
  } catch {
    return undefined;
  }
}

async function readStreamEnd(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let end = '';
  for await (const chunk of chunks) {
    end += decoder.decode(chunk, { stream: true });
    if (end.length > 2 * mostLogCharacters) end = end.slice(-mostLogCharacters - 1);
  }
  return end + decoder.decode();
}

async function readCheckOutput(
  client: GitHubClient,
  access: RepositoryAccess,
  runId: string,
): Promise<string | undefined> {
  // A commit status has no more to say than its description.
  if (!/^\d+$/.test(runId)) return undefined;
  const { owner, name: repo } = access.repository;
  const path = '/repos/{owner}/{repo}/check-runs/{check_run_id}';
  const parameters = { owner, repo, check_run_id: runId };
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  if (answer.status === 403 || answer.status === 404) return undefined;
  const { output } = checkRun.parse(requireData(answer, `show check run ${runId}`));
  const { title, summary, text, annotations_count: count } = output;
  const marks = count === 0 ? [] : await listAnnotations(client, access, runId);
  return [title, summary, text, ...marks.map(formatAnnotation)].filter(Boolean).join('\n');
}

async function listAnnotations(
  client: GitHubClient,
  access: RepositoryAccess,
  runId: string,
): Promise<readonly Annotation[]> {
  const { owner, name: repo } = access.repository;
  const path = '/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations';
  const parameters = { owner, repo, check_run_id: runId };
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  return annotations.parse(requireData(answer, 'list annotations'));
}

const checkRun = z.object({
  output: z.object({
    title: z.string().nullish(),
    summary: z.string().nullish(),
    text: z.string().nullish(),
    annotations_count: z.int().default(0),
  }),
});

const annotation = z.object({
  path: z.string(),
  start_line: z.int(),
  annotation_level: z.string().nullish(),
  message: z.string().nullish(),
});
const annotations = z.array(annotation);

function formatAnnotation({
  path,
  start_line: line,
  annotation_level: level,
  message,
}: Annotation) {
  return `${path}:${line}: ${level ?? 'notice'}: ${message ?? ''}`;
}

type Annotation = z.infer<typeof annotation>;
