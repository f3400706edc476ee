import * as z from 'zod';
import type {
  CheckAnnotation,
  CheckRunReport,
  OwnCheck,
  ForgeRepository,
} from '#ratchet/needs/forge.ts';
import { toRoute } from './branch-place.ts';
import { ownCheckName } from './check-facts.ts';
import { requireData } from './errors.ts';
import { accessToReport } from './access.ts';
import { shortenText, shortenLine } from './shorten.ts';
import type { GitHubWriter } from './writer.ts';

/** Which of our checks, and where it is. */
export interface CheckPlace {
  readonly repository: ForgeRepository;
  readonly check: OwnCheck;
}

const checkRun = z.object({
  id: z.int(),
  status: z.string(),
  conclusion: z.string().nullable(),
  external_id: z.string().nullish(),
  app: z.object({ id: z.union([z.int(), z.string()]).transform(String) }).nullish(),
  output: z.object({ annotations_count: z.int().nonnegative() }),
});
type CheckRun = z.infer<typeof checkRun>;

const listing = z.object({ check_runs: z.array(checkRun) });

/** Shows that we are at it, once however often this is called. */
export async function startCheckRun(
  writer: GitHubWriter,
  repository: ForgeRepository,
  check: OwnCheck,
): Promise<void> {
  const place = { repository, check };
  const [known] = await findCheckRuns(writer, place);
  if (known === undefined) await createCheckRun(writer, place);
}

/**
 * Completes the GitHub check run of this run with all annotations. One that was left half-written goes on where it was
 * left, and a second one that was made at the same moment is completed as well.
 */
export async function completeCheckRun(
  writer: GitHubWriter,
  place: CheckPlace,
  report: CheckRunReport,
): Promise<void> {
  const [known, ...doubles] = await findCheckRuns(writer, place);
  const run = known ?? (await createCheckRun(writer, place));
  await finishCheckRun(writer, place, { run, report });
  for (const double of doubles) {
    await finishCheckRun(writer, place, { run: double, report: { ...report, annotations: [] } });
  }
}

/** Any App, and any workflow that may, can copy our name and the id of a run; only the check runs of our App count. */
async function findCheckRuns(
  { client }: GitHubWriter,
  { repository, check }: CheckPlace,
): Promise<readonly CheckRun[]> {
  const found: CheckRun[] = [];
  const us = await client.identity(repository);
  const appId = us.kind === 'app' ? String(us.appId) : undefined;
  const request = {
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{ref}/check-runs',
    parameters: {
      ...toRoute(repository),
      ref: check.headSha,
      check_name: ownCheckName,
      filter: 'all',
      per_page: 100,
    },
    what: 'list our GitHub check runs',
  } as const;
  for await (const page of client.pages(request, accessToReport(repository))) {
    const runs = listing.parse(page).check_runs;
    const own = runs.filter(({ app }) => app?.id === appId);
    found.push(...own.filter(({ external_id: id }) => id === check.externalId));
  }
  return found.toSorted((one, other) => one.id - other.id);
}

async function createCheckRun(
  { client, clock, pace }: GitHubWriter,
  { repository, check }: CheckPlace,
): Promise<CheckRun> {
  await pace();
  const path = '/repos/{owner}/{repo}/check-runs';
  const parameters = {
    ...toRoute(repository),
    name: ownCheckName,
    head_sha: check.headSha,
    external_id: check.externalId,
    status: 'in_progress',
    started_at: new Date(clock.now()).toISOString(),
  };
  const answer = await client.rest(
    { method: 'POST', path, parameters },
    accessToReport(repository),
  );
  return checkRun.parse(requireData(answer, 'make a GitHub check run'));
}

// GitHub takes no more at once, and appends what comes later.
const annotationsAtOnce = 50;

async function finishCheckRun(
  { client, clock, pace }: GitHubWriter,
  { repository }: CheckPlace,
  { run, report }: { readonly run: CheckRun; readonly report: CheckRunReport },
): Promise<void> {
  const { annotations, conclusion, title, summary } = report;
  const told = run.output.annotations_count;
  if (run.status === 'completed' && run.conclusion === conclusion && told >= annotations.length) {
    return;
  }
  const path = '/repos/{owner}/{repo}/check-runs/{check_run_id}';
  for (let at = told; ; at += annotationsAtOnce) {
    const isLast = at + annotationsAtOnce >= annotations.length;
    const batch = annotations.slice(at, at + annotationsAtOnce).map(toApiAnnotation);
    const output = {
      title: shortenLine(title, 255),
      summary: shortenText(summary, 65_535),
      annotations: batch,
    };
    const end = {
      status: 'completed',
      conclusion,
      completed_at: new Date(clock.now()).toISOString(),
    };
    const parameters = {
      ...toRoute(repository),
      check_run_id: run.id,
      output,
      ...(isLast && end),
    };
    await pace();
    // Sent twice, a batch would stand there twice.
    const request = {
      method: 'PATCH',
      path,
      parameters,
      repeatable: isLast && batch.length === 0,
    } as const;
    requireData(
      await client.rest(request, accessToReport(repository)),
      'complete a GitHub check run',
    );
    if (isLast) return;
  }
}

function toApiAnnotation({ path, line, level, title, message }: CheckAnnotation) {
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    message: shortenText(message, 60_000),
    ...(title !== '' && { title: shortenLine(title, 255) }),
  };
}
