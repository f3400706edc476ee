import type { PullRequest } from '#model/workspace.ts';
import type { ForgeLook, ForgeReading } from '#ratchet/needs/forge.ts';
import { errorMessage } from '#base/errors.ts';
import { type RepositoryAccess, accessTo } from './access.ts';
import { ForgeGone, ForgeLater, ForgeUnavailable } from './errors.ts';
import { digestLightNode } from './light-digest.ts';
import { lightNode } from './nodes.ts';
import { type NodeReading, readMany } from './read-many.ts';
import { type PullRequestReader, readWholePullRequest } from './read-whole.ts';

type Repository = Omit<PullRequest, 'number' | 'nodeId'>;

/** Reads pull requests of one repository: shortly those that were read before, in full those that are new or changed. */
export async function readPullRequests(
  reader: PullRequestReader,
  repository: Repository,
  looks: readonly ForgeLook[],
): Promise<readonly ForgeReading[]> {
  const access = accessTo(repository);
  const readings = new Map<number, ForgeReading>();
  try {
    // Whether we still have access at all, before anything that is not there counts as gone.
    await reader.client.identity(repository);
    await readShortly(reader, { access, looks }, readings);
    await readFully(reader, { access, looks }, readings);
  } catch (error) {
    const reading = readingForError(error, reader.clock.now());
    if (reading === undefined) throw error;
    fillUnread(readings, looks, reading);
  }
  logUnread(reader, repository, readings);
  return looks.map(({ pullRequest }) => {
    const found = readings.get(pullRequest.number);
    if (found !== undefined) return found;
    throw new Error(`Pull request ${pullRequest.number} was asked for and not read`);
  });
}

interface Looking {
  readonly access: RepositoryAccess;
  readonly looks: readonly ForgeLook[];
}

type Readings = Map<number, ForgeReading>;

const lightBatch = 50;
// More at once and GitHub runs into its own time limit.
const fullBatch = 10;

async function readShortly(
  { client, clock }: PullRequestReader,
  { access, looks }: Looking,
  readings: Readings,
) {
  const known = looks.filter(({ light }) => light !== undefined);
  const readAt = clock.now();
  const pulls = known.map(({ pullRequest }) => pullRequest);
  const nodes = await readMany(client, clock, { access, depth: 'Light', pulls, batch: lightBatch });
  for (const { pullRequest, light } of known) {
    const reading = nodes.get(pullRequest.number);
    if (reading?.kind === 'gone' || reading?.kind === 'later') {
      readings.set(pullRequest.number, reading);
    } else if (reading !== undefined && digestReading(reading) === light) {
      readings.set(pullRequest.number, { kind: 'same', readAt });
    }
  }
}

// A reading that is not what we know has changed: the full one will tell.
function digestReading({
  node,
  errors,
}: Extract<NodeReading, { kind: 'node' }>): string | undefined {
  const parsed = lightNode.safeParse(node);
  return parsed.success && errors.length === 0 ? digestLightNode(parsed.data) : undefined;
}

async function readFully(
  reader: PullRequestReader,
  { access, looks }: Looking,
  readings: Readings,
) {
  const { client, clock } = reader;
  const asked = looks.filter(({ pullRequest }) => !readings.has(pullRequest.number));
  const pulls = asked.map(({ pullRequest }) => pullRequest);
  const readAt = clock.now();
  const nodes = await readMany(client, clock, { access, depth: 'Full', pulls, batch: fullBatch });
  for (const [number, reading] of nodes) {
    if (reading.kind !== 'node') {
      readings.set(number, reading);
      continue;
    }
    const whole = await readWholePullRequest(reader, access, { ...reading, readAt }).catch(
      (error: unknown) => readingForFailedPull(reader, error),
    );
    readings.set(number, whole);
  }
}

/** What is said of a pull request that an error kept from us; undefined: a mistake of ours. */
function readingForError(error: unknown, now: number): ForgeReading | undefined {
  if (error instanceof ForgeLater) return { kind: 'later', at: error.at, reason: error.message };
  if (error instanceof ForgeGone) return { kind: 'gone', reason: error.message };
  if (!(error instanceof ForgeUnavailable)) return undefined;
  return { kind: 'later', at: now + againMs, reason: error.message };
}

// One pull request that we cannot understand must not hide the others.
function readingForFailedPull({ clock, log }: PullRequestReader, error: unknown): ForgeReading {
  const known = readingForError(error, clock.now());
  if (known !== undefined) return known;
  log.error('Reading a pull request failed', { error });
  const reason = errorMessage(error);
  return { kind: 'later', at: clock.now() + againMs, reason };
}

const againMs = 60_000;

function logUnread({ log }: PullRequestReader, repository: Repository, readings: Readings): void {
  const unread = [...readings].flatMap(([number, reading]) =>
    reading.kind === 'later' ? [{ number, reason: reading.reason }] : [],
  );
  const [first] = unread;
  if (first === undefined) return;
  const numbers = unread.map(({ number }) => number);
  log.warn('Pull requests could not be read', { repository, numbers, reason: first.reason });
}

function fillUnread(readings: Readings, looks: readonly ForgeLook[], reading: ForgeReading): void {
  for (const { pullRequest } of looks) {
    if (!readings.has(pullRequest.number)) readings.set(pullRequest.number, reading);
  }
}
