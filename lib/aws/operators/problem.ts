import { oneLine } from '#base/plain-text.ts';

/** Why a deployment cannot be asked, in a sentence with what to do. */
export class StackProblem extends Error {
  override readonly name = 'StackProblem';
}

/** What an error of the SDK means to a person; what is none of these stays what it is. */
export function toStackProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StackProblem) return error;
  const sentence = explainSdkError(error);
  return sentence === undefined ? error : new StackProblem(sentence, { cause: error });
}

function explainSdkError({ name, message, cause }: Error): string | undefined {
  if (name === 'CredentialsProviderError') {
    return 'There are no credentials of AWS here: sign in, for example by `aws sso login`, or set AWS_PROFILE.';
  }
  if (expired.has(name)) {
    return 'The credentials of AWS are out of date or not valid: sign in again, for example by `aws sso login`.';
  }
  if (/region is missing/i.test(message)) {
    return 'The region of the deployment is not known: set AWS_REGION.';
  }
  if (name === 'AccessDeniedException' || name === 'AccessDenied') {
    return `Your credentials of AWS do not allow it (${oneLine(message)}): ask whoever administers the account.`;
  }
  if (unreachable.test(`${name} ${message} ${String(cause)}`)) {
    return `AWS cannot be reached (${oneLine(message)}): look at the network and at AWS_REGION.`;
  }
  return undefined;
}

const expired = new Set([
  'ExpiredTokenException',
  'ExpiredToken',
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'TokenProviderError',
]);

const unreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|TimeoutError/;
