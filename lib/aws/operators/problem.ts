import { oneLine } from '#base/plain-text.ts';

/** Why a deployment cannot be called, in a sentence that says what to do. */
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
    return 'No AWS credentials were found: sign in, for example with `aws sso login`, or set AWS_PROFILE.';
  }
  if (expired.has(name)) {
    return 'The AWS credentials are expired or not valid: sign in again, for example with `aws sso login`.';
  }
  if (/region is missing/i.test(message)) {
    return 'The region of the deployment is not set: set AWS_REGION.';
  }
  if (name === 'AccessDeniedException' || name === 'AccessDenied') {
    return `Your AWS credentials do not allow this (${oneLine(message)}): ask an administrator of the account.`;
  }
  if (unreachable.test(`${name} ${message} ${String(cause)}`)) {
    return `AWS cannot be reached (${oneLine(message)}): check the network and AWS_REGION.`;
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
