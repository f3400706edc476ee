import { type RunId, type Sha, sha as parseSha } from '#model/ids.ts';
import type { CheckFacts, ReviewFacts, ThreadFacts } from '#ratchet/rules/observation/facts.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { BranchHead, Publisher } from '#ratchet/needs/publisher.ts';
import { factsOf } from './model-facts.ts';
import { remark, request, thread, withReply } from './model-threads.ts';

/** Everything that calls and hands may do: nobody else changes it. */
export interface ModelForge {
  readonly truth: Truth;
  readonly forge: Forge;
  readonly publisher: Publisher;
  readonly hands: Hands;
}

interface Commit {
  readonly sha: Sha;
  readonly tree: Sha;
  readonly parents: readonly Sha[];
  readonly by: 'person' | 'update' | RunId;
}

export interface Truth {
  now: number;
  state: 'open' | 'closed' | 'merged';
  head: Commit;
  base: Sha;
  conflicting: boolean;
  mergeUnknown: boolean;
  checks: CheckFacts[];
  baseFails: boolean;
  threads: ThreadFacts[];
  /** Requests for changes: no reply takes them back. */
  reviews: ReviewFacts[];
  labels: string[];
  down: boolean;
  signed: boolean;
  /** Whether a push of ours is shown only some time later. */
  lags: boolean;
  /** What is shown until then. */
  shown:
    | { readonly head: Commit; readonly checks: CheckFacts[]; readonly until: number }
    | undefined;
  /** Counts every change that a short reading shows. */
  version: number;
  readonly commits: Map<Sha, Commit>;
  /** Asked for, and not done yet. */
  updateOf: Sha | undefined;
  rerun: boolean;
  flakyLog: boolean;
  /** Whether many other pull requests show the same failure. */
  shared: boolean;
  /** Heads that people pushed, in their order. */
  readonly byPeople: Sha[];
  readonly pushedFor: RunId[];
}

interface Hands {
  push(): void;
  moveBase(): void;
  registerCheck(event?: string): void;
  completeCheck(conclusion: string): void;
  toggleThread(): void;
  /** A reviewer says something more. */
  insist(): void;
  /** A reviewer asks for changes of the whole. */
  request(): void;
  set(change: Partial<Truth>): void;
  /** What the forge does late: updates of the branch, and executions that were asked for. */
  catchUp(): void;
}

export const pullRequest = {
  host: 'github.com',
  repositoryId: 'repository-7',
  owner: 'acme',
  name: 'shop',
  number: 42,
};

/** A forge with one pull request, that answers as the real one does and does by itself nothing. */
export function createModelForge(clock: () => number, onPush: (run: RunId) => void): ModelForge {
  let ids = 16;
  const newSha = (): Sha => parseSha.parse((ids += 1).toString(16).padStart(40, '0'));
  const commits = new Map<Sha, Commit>();
  const commit = (by: Commit['by'], parents: readonly Sha[], tree = newSha()): Commit => {
    const made = { sha: newSha(), tree, parents, by };
    commits.set(made.sha, made);
    return made;
  };
  const base = newSha();
  const truth: Truth = {
    now: 0,
    state: 'open',
    head: commit('person', [base]),
    base,
    conflicting: false,
    mergeUnknown: false,
    checks: [],
    baseFails: false,
    threads: [],
    reviews: [],
    labels: ['ratchet'],
    down: false,
    signed: false,
    lags: false,
    shown: undefined,
    version: 0,
    commits,
    updateOf: undefined,
    rerun: false,
    flakyLog: false,
    shared: false,
    byPeople: [],
    pushedFor: [],
  };
  const moveTo = (head: Commit) => {
    truth.head = head;
    truth.checks = [];
    truth.version += 1;
  };
  const check = (event = truth.checks.at(-1)?.event ?? 'pull_request'): CheckFacts => ({
    source: 'check-run',
    id: String((ids += 1)),
    app: 'actions',
    event,
    name: 'test',
    status: 'QUEUED',
    conclusion: null,
    jobId: '1',
    ours: false,
  });
  const hands: Hands = {
    push: () => {
      const head = commit('person', [truth.head.sha]);
      truth.byPeople.push(head.sha);
      moveTo(head);
    },
    moveBase: () => hands.set({ base: newSha() }),
    registerCheck: (event) => hands.set({ checks: [...truth.checks, check(event)] }),
    completeCheck: (conclusion) => {
      const newest = truth.checks.at(-1) ?? check();
      const over = { ...newest, status: 'COMPLETED', conclusion };
      hands.set({ checks: [...truth.checks.slice(0, -1), over] });
    },
    toggleThread: () => {
      const [open] = truth.threads;
      const asked = clock();
      hands.set({
        threads:
          open !== undefined && !open.resolved ? [{ ...open, resolved: true }] : [thread(asked)],
      });
    },
    insist: () => {
      const [open] = truth.threads;
      if (open === undefined || open.resolved) return hands.toggleThread();
      hands.set({
        threads: [{ ...open, remarks: [...open.remarks, remark('But why?', clock())] }],
      });
    },
    request: () => hands.set({ reviews: [...truth.reviews, request(clock())] }),
    set: (change) => {
      Object.assign(truth, change);
      truth.version += 1;
    },
    catchUp: () => {
      const { updateOf, head } = truth;
      if (updateOf === head.sha) moveTo(commit('update', [head.sha, truth.base]));
      truth.updateOf = undefined;
      if (truth.rerun) hands.registerCheck();
      truth.rerun = false;
    },
  };
  const answer = () => {
    if (truth.down) throw new Error('502 Bad Gateway');
  };
  const forge: Forge = {
    look: async (_, looks) => {
      answer();
      const seen = factsOf(truth, clock());
      const digest = `${truth.version} ${seen.headSha}`;
      return looks.map(({ light }) =>
        light === digest
          ? { kind: 'same', readAt: clock() }
          : { kind: 'seen', facts: seen, light: digest },
      );
    },
    findRepository: async () => undefined,
    listOpen: async () => [],
    listRepositories: async () => [],
    readFile: async () => undefined,
    rulesOf: async () => ({ requiredChecks: undefined, signaturesRequired: truth.signed }),
    permissionOf: async () => 'write',
    pushesOf: async () => [],
    failureLog: async (_, { runId }) =>
      truth.flakyLog ? 'ECONNRESET' : `TypeError in shelf-${runId}`,
    neverStarted: async () => undefined,
    openThreads: async (_, asked) => truth.threads.filter(({ id }) => asked.includes(id)),
    mergeBaseOf: async (_, __, tip) => tip,
    mergeTouchesWorkflows: async () => false,
    startCheck: async () => undefined,
    completeCheck: async () => undefined,
    putComment: async () => 'comment-1',
    addComment: async () => undefined,
    replyInThread: async (_, { threadId, marker }) => {
      answer();
      const [only] = truth.threads;
      if (only?.id === threadId) hands.set({ threads: [withReply(only, marker, clock())] });
    },
    rerun: async () => {
      answer();
      truth.rerun = true;
    },
    updateBranch: async (_, expectedHead) => {
      answer();
      if (truth.head.sha !== expectedHead) return { kind: 'refused', reason: 'The head moved.' };
      truth.updateOf = expectedHead;
      return { kind: 'accepted' };
    },
    checkoutOf: async () => ({ url: 'https://github.com/acme/shop.git' }),
    failedDeliveries: async () => [],
    redeliver: async () => undefined,
  };
  const prepared = new Map<RunId, Commit>();
  const publisher: Publisher = {
    headOf: async () => {
      answer();
      return headOf(truth.head);
    },
    commitsSince: async (_, since, head) => {
      answer();
      const found: BranchHead[] = [];
      for (let at = commits.get(head); at !== undefined && at.sha !== since;) {
        found.unshift(headOf(at));
        const [first] = at.parents;
        at = first && commits.get(first);
      }
      return found;
    },
    filesOf: async () => new Map(),
    mergeBaseOf: async () => undefined,
    prepare: async ({ signed }, { changeset: { runId, parents, tree } }) => {
      answer();
      if (signed) return { kind: 'signed' };
      const made = prepared.get(runId) ?? commit(runId, parents, tree);
      prepared.set(runId, made);
      return { kind: 'commit', sha: made.sha };
    },
    push: async ({ expectedHead }, made, { changeset: { runId, parents, tree } }) => {
      answer();
      const { sha, by } = truth.head;
      if (sha !== expectedHead) return { kind: by === runId ? 'pushed' : 'lost-race', head: sha };
      onPush(runId);
      const { head, checks } = truth;
      truth.shown = truth.lags ? { head, checks, until: clock() + shownAfter } : undefined;
      const own = made.kind === 'commit' ? commits.get(made.sha) : undefined;
      moveTo(own ?? commit(runId, parents, tree));
      truth.pushedFor.push(runId);
      return { kind: 'pushed', head: truth.head.sha };
    },
  };
  return { truth, forge, publisher, hands };
}

const shownAfter = 20_000;

function headOf({ sha, tree, by }: Commit): BranchHead {
  return { sha, tree, ...(by !== 'person' && by !== 'update' && { runId: by }) };
}
