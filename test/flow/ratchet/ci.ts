import type { Conclusion } from '../../support/github/model.ts';
import type { OwnGitHub } from '../../support/own-github.ts';

export interface Ci {
  /** What the check says of a head; usually it is red where a file has the word BAD or a debugger. */
  readonly verdict?: (sha: string) => Conclusion;
  /** Whether the check starts for a head at all. */
  readonly starts?: (sha: string) => boolean;
}

export interface RunningCi {
  /** Heads for which it has said something, in order. */
  readonly seen: readonly string[];
  change(to: Ci): void;
  /** Lets the check run for this head, whatever it would do by itself. */
  run(sha: string): void;
}

/** Continuous integration of one check that looks at every head of a branch. */
export function byCi({ shop }: OwnGitHub, given: Ci | false): RunningCi {
  let ci: Required<Ci> = { ...usual(shop), ...(given === false ? never : given) };
  const seen: string[] = [];
  const run = (sha: string): void => {
    seen.push(sha);
    const check = shop.startCheck({ sha, name: 'words' });
    const conclusion = ci.verdict(sha);
    const log = conclusion === 'SUCCESS' ? 'fine\n' : `${sha}: a word is wrong\n`;
    shop.completeCheck(check, { conclusion, summary: 'Words', log });
  };
  shop.onHead(({ sha, ref }) => {
    if (ref !== 'refs/heads/main' && ci.starts(sha)) run(sha);
  });
  return {
    seen,
    run,
    change: (to) => {
      ci = { ...ci, ...to };
    },
  };
}

const never: Ci = { starts: () => false };

const files = ['src/a.txt', 'src/b.txt', 'src/a.ts'];

function usual(shop: OwnGitHub['shop']): Required<Ci> {
  return {
    starts: () => true,
    verdict: (sha) => (isBad(shop, sha) ? 'FAILURE' : 'SUCCESS'),
  };
}

/** Whether anything in this commit is as it should not be. */
export function isBad(shop: OwnGitHub['shop'], sha: string): boolean {
  return files.some((path) => /BAD|debugger/.test(shop.read(path, sha) ?? ''));
}
