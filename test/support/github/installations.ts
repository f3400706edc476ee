import type { Account, App, Installation } from './identity.ts';
import type { Repository } from './model.ts';
import type { World } from './world.ts';
import type { NewInstallation } from './plans.ts';

/** Installs an App and says so. */
export function installApp(world: World, app: App, on: NewInstallation): Installation {
  const installation = world.install(app, on);
  const sender = installation.account;
  world.emit({ type: 'installation', action: 'created', installation, sender });
  return installation;
}

/** Gives an installation repositories, or takes them away. */
export function changeInstalled(
  world: World,
  installation: Installation,
  change: {
    readonly action: 'added' | 'removed';
    readonly repositories: readonly Repository[];
    readonly sender: Account;
  },
): void {
  const all = [...world.repositories.values()].filter(
    ({ owner }) => owner === installation.account,
  );
  const chosen =
    installation.repositories === 'all'
      ? new Set(all.map(({ id }) => id))
      : installation.repositories;
  for (const { id } of change.repositories) {
    if (change.action === 'added') chosen.add(id);
    else chosen.delete(id);
  }
  installation.repositories = chosen;
  world.emit({ type: 'installation_repositories', installation, ...change });
}

/** Suspends an installation or lets it go on. */
export function setSuspended(
  world: World,
  installation: Installation,
  change: { readonly suspended: boolean; readonly sender: Account },
): void {
  installation.suspended = change.suspended;
  const action = change.suspended ? 'suspend' : 'unsuspend';
  world.emit({ type: 'installation', action, installation, sender: change.sender });
}
