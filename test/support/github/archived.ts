/** What GitHub says of every change to a repository that its owners put into the archive. */
export const archivedWords = 'Repository was archived so is read-only.';
