import * as z from 'zod';
import type { CheckRunReport, Forge, OwnCheck, ForgeRepository } from '#ratchet/needs/forge.ts';
import { completeCheckRun, startCheckRun, type CheckPlace } from './check-runs.ts';
import type { GitHubWriter } from './writer.ts';
import { toRoute } from './branch-place.ts';
import { ownCheckName } from './check-facts.ts';
import { requireData } from './errors.ts';
import { accessToReport } from './access.ts';
import { shortenLine } from './shorten.ts';

/** Our own check of a head: a GitHub check run, or a commit status where only a plain token is at hand. */
export function createOwnChecks(writer: GitHubWriter) {
  const isApp = async (repository: ForgeRepository): Promise<boolean> =>
    (await writer.client.identity(repository)).kind === 'app';
  return {
    async startCheck(repository, check) {
      if (await isApp(repository)) await startCheckRun(writer, repository, check);
      else await startStatus(writer, repository, check);
    },
    async completeCheck(repository, check, report) {
      const place = { repository, check };
      if (await isApp(repository)) await completeCheckRun(writer, place, report);
      else await completeStatus(writer, place, report);
    },
  } satisfies Partial<Forge>;
}

type State = 'error' | 'failure' | 'pending' | 'success';

const states: Readonly<Record<CheckRunReport['conclusion'], State>> = {
  success: 'success',
  failure: 'failure',
  // A status has no word for it but one that is not green.
  neutral: 'error',
  cancelled: 'error',
  timed_out: 'error',
  action_required: 'error',
};

/** Shows that we are at it, unless this run has said something already. */
async function startStatus(
  writer: GitHubWriter,
  repository: ForgeRepository,
  check: OwnCheck,
): Promise<void> {
  const place = { repository, check };
  if ((await readStatuses(writer, place)).own !== undefined) return;
  await putStatus(writer, place, { state: 'pending', sentence: 'Checking this head' });
}

/** A head has one status for all runs, so one that another run has taken the place of says nothing more. */
async function completeStatus(
  writer: GitHubWriter,
  place: CheckPlace,
  { conclusion, title }: CheckRunReport,
): Promise<void> {
  const state = states[conclusion];
  const { own, newest } = await readStatuses(writer, place);
  if (own?.state === state || (conclusion === 'cancelled' && newest !== own)) return;
  await putStatus(writer, place, { state, sentence: title });
}

const status = z.object({
  context: z.string(),
  state: z.string(),
  description: z.string().nullable(),
  creator: z.object({ login: z.string() }).nullish(),
});

type Status = z.infer<typeof status>;

interface Statuses {
  /** What this run said last; a status has no other place for the name of a run than its description. */
  readonly own: Status | undefined;
  /** What any run said last. */
  readonly newest: Status | undefined;
}

async function readStatuses(
  { client }: GitHubWriter,
  { repository, check }: CheckPlace,
): Promise<Statuses> {
  const request = {
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{ref}/statuses',
    parameters: { ...toRoute(repository), ref: check.headSha, per_page: 100 },
    what: 'list commit statuses',
  } as const;
  const { login } = await client.identity(repository);
  let newest: Status | undefined;
  for await (const page of client.pages(request, accessToReport(repository))) {
    // The newest comes first.
    const all = z
      .array(status)
      .parse(page)
      // Any account that may set a status can copy ours.
      .filter(({ context, creator }) => context === ownCheckName && creator?.login === login);
    newest ??= all[0];
    const own = all.find(({ description }) => description?.endsWith(runSuffix(check)) === true);
    if (own !== undefined) return { own, newest };
  }
  return { own: undefined, newest };
}

function runSuffix({ externalId }: OwnCheck): string {
  return ` (${externalId})`;
}

const longestDescription = 140;

async function putStatus(
  { client, pace }: GitHubWriter,
  { repository, check }: CheckPlace,
  { state, sentence }: { readonly state: State; readonly sentence: string },
): Promise<void> {
  const name = runSuffix(check);
  const parameters = {
    ...toRoute(repository),
    sha: check.headSha,
    context: ownCheckName,
    state,
    description: `${shortenLine(sentence, longestDescription - name.length)}${name}`,
  };
  const path = '/repos/{owner}/{repo}/statuses/{sha}';
  await pace();
  const answer = await client.rest(
    { method: 'POST', path, parameters },
    accessToReport(repository),
  );
  requireData(answer, 'set a commit status');
}
