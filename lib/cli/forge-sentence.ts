import { ForgeGone, ForgeLater, ForgeRefusal, ForgeUnavailable } from '#github/errors.ts';

/** What GitHub says where it refuses or cannot be asked, without a stop at its end; undefined: it is something else. */
export function forgeSentence(error: unknown): string | undefined {
  const isOfGitHub =
    error instanceof ForgeUnavailable ||
    error instanceof ForgeRefusal ||
    error instanceof ForgeLater ||
    error instanceof ForgeGone;
  return isOfGitHub ? error.message.replace(/; it is asked again later$/, '') : undefined;
}
