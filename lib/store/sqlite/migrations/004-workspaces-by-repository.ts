import type { Migration } from '../migrate.ts';

/** Computed from the state, so that they hold for rows of any age and no write can forget them. */
const columns = {
  host: ['TEXT', '$.pullRequest.host'],
  repository_id: ['TEXT', '$.pullRequest.repositoryId'],
  number: ['INTEGER', '$.pullRequest.number'],
  head_sha: ['TEXT', '$.observation.headSha'],
  base_ref: ['TEXT', '$.observation.baseRef'],
  archived_at: ['INTEGER', '$.archivedAt'],
} as const;

export const workspacesByRepository: Migration = {
  reason: 'Events name a repository, and find its workspaces without reading all others.',
  statements: [
    ...Object.entries(columns).map(
      ([column, [type, path]]) =>
        `ALTER TABLE workspaces ADD COLUMN ${column} ${type}
         GENERATED ALWAYS AS (json_extract(state_json, '${path}')) VIRTUAL`,
    ),
    'CREATE INDEX workspaces_of_repository ON workspaces (host, repository_id, number)',
  ],
};
