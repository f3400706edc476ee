/** What steers Cursor; its project settings could even grant rights. */
export const masks = [
  '**/.cursor/**',
  '**/.cursorrules',
  '**/AGENTS.md',
  '**/CLAUDE.md',
  '**/CLAUDE.local.md',
  '**/.mcp.json',
  '**/.vscode/**',
  '**/.env*',
];
