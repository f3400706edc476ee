import type { GitHubResponse } from './exchange.ts';

interface Tagged {
  readonly etag: string;
  readonly answer: GitHubResponse;
}

export interface Etags {
  /** Asks with the tag of the last answer; what has not changed is that answer, and costs nothing. */
  ask(
    key: string,
    send: (etag: string | undefined) => Promise<GitHubResponse>,
  ): Promise<GitHubResponse>;
}

/** The last answers to conditional requests, as far as they are small; the least used one goes first. */
export function createEtags(most: number): Etags {
  const kept = new Map<string, Tagged>();
  return {
    async ask(key, send) {
      const last = kept.get(key);
      const answer = await send(last?.etag);
      const isSame = answer.status === 304 && last !== undefined;
      const { etag = isSame ? last.etag : undefined } = answer.headers;
      // The tag is kept with the body it belongs to, never alone.
      const now = isSame
        ? { ...last.answer, headers: { ...last.answer.headers, ...answer.headers } }
        : answer;
      if (now.status === 200 && etag !== undefined && now.size <= mostCharacters) {
        kept.delete(key);
        kept.set(key, { etag, answer: now });
        const [oldest] = kept.keys();
        if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      } else if (answer.status !== 304) kept.delete(key);
      return now;
    },
  };
}

const mostCharacters = 262_144;
