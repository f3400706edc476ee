import type { ThreadFacts } from '#domain/observation/facts.ts';

/** A thread that a reviewer begins. */
export function thread(at: number): ThreadFacts {
  const remarks = [remark('Why?', at)];
  return { id: `thread-${at}`, resolved: false, outdated: false, path: 'a.ts', remarks };
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
