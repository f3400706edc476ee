/** GitHub asks to be left alone until then: a limit of requests, not an outage. */
export class ForgeLater extends Error {
  override readonly name = 'ForgeLater';
  readonly at: number;

  constructor(at: number, reason: string) {
    super(`GitHub wants no requests before ${new Date(at).toISOString()}: ${reason}`);
    this.at = at;
  }
}

/** GitHub did not answer, or answered with an outage, however often it was asked. */
export class ForgeUnavailable extends Error {
  override readonly name = 'ForgeUnavailable';
}

/** GitHub answered that it will not do this. */
export class ForgeRefusal extends Error {
  override readonly name = 'ForgeRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The repository is not there any more, or not for us. */
export class ForgeGone extends Error {
  override readonly name = 'ForgeGone';
}

/** What GitHub says where it refuses or cannot be asked, without a stop at its end; undefined: it is something else. */
export function forgeSentence(error: unknown): string | undefined {
  const isOfGitHub =
    error instanceof ForgeUnavailable ||
    error instanceof ForgeRefusal ||
    error instanceof ForgeLater ||
    error instanceof ForgeGone;
  return isOfGitHub ? error.message.replace(/; it is asked again later$/, '') : undefined;
}
