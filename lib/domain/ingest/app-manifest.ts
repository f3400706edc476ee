/** What the App may do, as docs/github.md says and why. */
export const appPermissions = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'read',
  workflows: 'write',
} as const;

/** What it is told of; that it was installed or removed, every App is told. */
export const appEvents = [
  'check_run',
  'check_suite',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_review_thread',
  'push',
  'repository',
  'status',
  'workflow_run',
] as const;

export interface AppWanted {
  readonly name: string;
  /** GitHub shows one; it may be any address. */
  readonly homepage: string;
  /** Where GitHub sends webhooks. */
  readonly webhookUrl: string;
  /** Where the browser comes back to, with a code. */
  readonly redirectUrl: string;
}

/** The App as GitHub is asked to make it: for whoever owns it alone, with what is needed and nothing else. */
export function appManifest({ name, homepage, webhookUrl, redirectUrl }: AppWanted) {
  return {
    name,
    url: homepage,
    public: false,
    redirect_url: redirectUrl,
    hook_attributes: { url: webhookUrl, active: true },
    default_permissions: appPermissions,
    default_events: appEvents,
  };
}
