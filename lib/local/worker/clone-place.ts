import { environmentNames } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';
import type { SessionServices } from '#worker/serve-session.ts';

/** Where the code of pull requests lies, as the environment of a worker says it. */
export interface CloneSource {
  readonly checkoutOf: SessionServices['checkoutOf'];
  /** How it may be reached. */
  readonly protocols: readonly string[];
  /** The environment without the token, which is for the checkout alone. */
  readonly env: Environment;
}

/** Reads the clone address, with `{owner}` and `{name}` in it; default: that of the host of the pull request. */
export function readCloneSource(environment: Environment): CloneSource {
  const {
    [environmentNames.cloneUrl]: given,
    [environmentNames.cloneToken]: token,
    ...env
  } = environment;
  const isHere = given !== undefined && (given.startsWith('/') || given.startsWith('file:'));
  return {
    env,
    protocols: isHere ? ['file'] : ['http', 'https'],
    checkoutOf: async ({ host, owner, name }) => {
      const template = given ?? `https://${host}/{owner}/{name}.git`;
      const url = template.replaceAll('{owner}', owner).replaceAll('{name}', name);
      return { url, ...(token !== undefined && { token }) };
    },
  };
}
