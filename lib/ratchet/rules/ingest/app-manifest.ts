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

/** What an App, or one place it is installed in, has of it. */
export interface AppRights {
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** Needed only where fixups merge changed workflow files. */
const optional: ReadonlySet<string> = new Set(['workflows']);
const levels = ['read', 'write', 'admin'];

/** What is needed and was not given, as GitHub names it. */
export function rightsLacking({ permissions, events }: AppRights): readonly string[] {
  const held = (name: string): number => levels.indexOf(permissions[name] ?? '');
  const lacking = Object.entries(appPermissions).filter(
    ([name, level]) => !optional.has(name) && held(name) < levels.indexOf(level),
  );
  const unheard = appEvents.filter((event) => !events.includes(event));
  return [
    ...lacking.map(([name, level]) => `the permission ${name}: ${level}`),
    ...unheard.map((event) => `the event ${event}`),
  ];
}

export interface AppWanted {
  readonly name: string;
  /** GitHub shows one; it may be any address. */
  readonly homepage: string;
  /** Where GitHub sends webhooks. */
  readonly webhookUrl: string;
  /** Where the browser comes back to, with a code. */
  readonly redirectUrl: string;
}

/** The App as GitHub is asked to make it: private to its owner, with what is needed and nothing else. */
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
