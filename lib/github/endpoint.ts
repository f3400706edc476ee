import { request } from '@octokit/request';

export interface EndpointInput {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A path as GitHub documents it, such as /repos/{owner}/{repo}; or a whole URL. */
  readonly path: string;
  /** They fill the path; what is left becomes the query of a GET and the body of anything else. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Endpoint {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
}

/** Turns a documented route and its parameters into a request. */
export function toEndpoint(apiUrl: string, input: EndpointInput): Endpoint {
  const { method, path, parameters, headers } = input;
  const base = { baseUrl: apiUrl, method, url: path };
  const made = request.endpoint({ ...parameters, ...base, headers: { ...sent, ...headers } });
  const body: unknown = made.body;
  return {
    method,
    url: made.url,
    headers: Object.fromEntries(
      Object.entries(made.headers).map(([name, value]) => [name, value?.toString()]),
    ),
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  };
}

const sent = {
  accept: 'application/vnd.github+json',
  'user-agent': 'ratchetr',
  'x-github-api-version': '2022-11-28',
};
