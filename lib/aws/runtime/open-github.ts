import { createGitHubClient } from '#github/client.ts';
import type { CredentialSource } from '#github/access.ts';
import { createForge } from '#github/forge.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';
import { githubApiUrl } from './needed.ts';
import type { Control } from './open-control.ts';

/** GitHub as the App whose key stands in the secret. */
export function openGitHubApp(control: Control) {
  const { env, secrets } = control;
  const credentials: CredentialSource = async (asked) => {
    const read = (name: SecretName): Promise<string | undefined> =>
      asked?.fresh === true ? secrets.refresh(name) : secrets.read(name);
    const [appId, privateKey] = [await read('github-app-id'), await read('github-app-private-key')];
    if (appId === undefined || privateKey === undefined) {
      throw new Error('The secret of GitHub has no App yet: run `ratchetr setup --stack NAME`.');
    }
    return { kind: 'app', appId, privateKey };
  };
  const client = createGitHubClient(control, { apiUrl: githubApiUrl(env), credentials });
  return { client, forge: createForge(control, client) };
}
