import type { ReviewFacts, ThreadFacts } from '#ratchet/rules/observation/facts.ts';

/** A thread that a reviewer begins. */
export function thread(at: number): ThreadFacts {
  const remarks = [remark('Why?', at)];
  return { id: `thread-${at}`, resolved: false, outdated: false, path: 'a.ts', remarks };
}

/** A reviewer asks for changes of the whole, and no reply changes that. */
export function request(at: number): ReviewFacts {
  const author = { login: 'ann', isBot: false, association: 'MEMBER' };
  return { id: `review-${at}`, author, state: 'CHANGES_REQUESTED', submittedAt: at };
}

export function remark(body: string, at: number, ours = false): ThreadFacts['remarks'][number] {
  const author = { login: ours ? 'ratchetr' : 'ann', isBot: ours, association: 'MEMBER' };
  return { id: `remark-${at}`, author, body, ours, createdAt: at, updatedAt: at };
}

/** One for each marker. */
export function withReply(to: ThreadFacts, marker: string, at: number): ThreadFacts {
  const isThere = to.remarks.some(({ body }) => body === marker);
  return isThere ? to : { ...to, remarks: [...to.remarks, remark(marker, at, true)] };
}
