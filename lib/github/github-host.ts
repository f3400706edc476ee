/** Where one GitHub is reached: by its API, and by people and git. */
export interface GitHubHost {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** Names this GitHub in stored pull requests. */
  readonly host: string;
  readonly webUrl: string;
}

/** Knows github.com, data residency and Enterprise Server; at any other address all lies under one root. */
export function locateGitHub(apiUrl: string): GitHubHost {
  const url = new URL(apiUrl);
  const root = apiUrl.replace(/\/+$/, '');
  const { host, origin } = url;
  if (host === 'api.github.com' || /^api\.[^.]+\.ghe\.com$/.test(host)) {
    const webHost = host.replace(/^api\./, '');
    const webUrl = `https://${webHost}`;
    return { apiUrl: root, graphqlUrl: `${root}/graphql`, host: webHost, webUrl };
  }
  const isServer = url.pathname.replace(/\/+$/, '') === '/api/v3';
  const graphqlUrl = isServer ? `${origin}/api/graphql` : `${root}/graphql`;
  return { apiUrl: root, graphqlUrl, host, webUrl: origin };
}
