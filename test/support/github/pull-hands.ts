import type { Account } from './identity.ts';
import type {
  IssueComment,
  Pull,
  Repository,
  Review,
  ReviewComment,
  ReviewThread,
} from './model.ts';
import { changePull, labelPull, mergePull, openPull, unlabelPull } from './pulls.ts';
import type { PullChange } from './pulls.ts';
import {
  addComment,
  addReview,
  deleteComment,
  dismissReview,
  editComment,
  replyInThread,
  setResolved,
} from './talk.ts';
import type { NewThread } from './talk.ts';
import type { World } from './world.ts';

/** What people do with pull requests; without a login it is the owner of the repository. */
export interface PullHands {
  openPull(plan: PullPlan): Pull;
  pull(number: number): Pull;
  closePull(number: number, login?: string): void;
  reopen(number: number, login?: string): void;
  mergePull(number: number, login?: string): Promise<string>;
  setDraft(number: number, draft: boolean, login?: string): void;
  retarget(number: number, base: string, login?: string): void;
  retitle(number: number, title: string, login?: string): void;
  label(number: number, name: string, login?: string): void;
  unlabel(number: number, name: string, login?: string): void;
  requestReview(number: number, login: string): void;
  comment(number: number, login: string, text: string): IssueComment;
  editComment(comment: IssueComment, text: string): void;
  deleteComment(comment: IssueComment, login?: string): void;
  review(number: number, plan: ReviewPlan): Review;
  dismissReview(review: Review, login?: string): void;
  replyInThread(thread: ReviewThread, login: string, text: string): ReviewComment;
  resolveThread(thread: ReviewThread, login: string): void;
  unresolveThread(thread: ReviewThread, login: string): void;
}

interface PullPlan {
  readonly head: string;
  readonly base?: string;
  readonly title: string;
  readonly body?: string;
  readonly author?: string;
  readonly draft?: boolean;
  /** Login of whose fork the branch lies in. */
  readonly fromFork?: string;
  readonly maintainerCanModify?: boolean;
}

interface ReviewPlan {
  readonly login: string;
  readonly state: Exclude<Review['state'], 'DISMISSED'>;
  readonly body?: string;
  readonly threads?: readonly NewThread[];
}

/** Hands for the pull requests of one repository. */
export function createPullHands(world: World, repository: Repository): PullHands {
  const who = (login = repository.owner.login): Account => world.account(login);
  const pull = (number: number): Pull => {
    const found = repository.pulls.get(number);
    if (!found) throw new Error(`There is no pull request ${number} in ${repository.git.dir}`);
    return found;
  };
  const change = (number: number, to: PullChange, login: string | undefined): void =>
    changePull(world, pull(number), { ...to, sender: who(login) });
  return {
    pull,
    openPull: ({ fromFork, ...plan }) => {
      const from = fromFork === undefined ? repository : forkOf(world, repository, fromFork);
      const author = who(plan.author ?? fromFork);
      return openPull(world, repository, { ...plan, author, from });
    },
    closePull: (number, login) => change(number, { state: 'CLOSED' }, login),
    reopen: (number, login) => change(number, { state: 'OPEN' }, login),
    mergePull: (number, login) => mergePull(world, pull(number), { sender: who(login) }),
    setDraft: (number, draft, login) => change(number, { draft }, login),
    retarget: (number, baseRef, login) => change(number, { baseRef }, login),
    retitle: (number, title, login) => change(number, { title }, login),
    label: (number, name, login) => labelPull(world, pull(number), { name, sender: who(login) }),
    unlabel: (number, name, login) =>
      unlabelPull(world, pull(number), { name, sender: who(login) }),
    requestReview: (number, login) => {
      pull(number).reviewRequests.add(who(login));
    },
    ...talkHands(world, { who, pull }),
  };
}

type TalkHands = Pick<
  PullHands,
  | 'comment'
  | 'editComment'
  | 'deleteComment'
  | 'review'
  | 'dismissReview'
  | 'replyInThread'
  | 'resolveThread'
  | 'unresolveThread'
>;

function talkHands(
  world: World,
  find: { who: (login?: string) => Account; pull: (number: number) => Pull },
): TalkHands {
  const { who, pull } = find;
  return {
    comment: (number, login, body) => addComment(world, pull(number), { author: who(login), body }),
    editComment: (comment, body) =>
      editComment(world, comment, { body, sender: comment.author ?? who() }),
    review: (number, { login, ...plan }) =>
      addReview(world, pull(number), { ...plan, author: who(login) }),
    deleteComment: (comment, login) => deleteComment(world, comment, who(login)),
    dismissReview: (review, login) => dismissReview(world, review, who(login)),
    replyInThread: (thread, login, body) =>
      replyInThread(world, thread, { author: who(login), body }),
    resolveThread: (thread, login) =>
      setResolved(world, thread, { resolved: true, sender: who(login) }),
    unresolveThread: (thread, login) =>
      setResolved(world, thread, { resolved: false, sender: who(login) }),
  };
}

function forkOf(world: World, repository: Repository, owner: string): Repository {
  return world.find(`${owner}/${repository.name}`) ?? world.fork(repository, owner);
}
