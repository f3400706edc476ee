import { onTestFinished } from 'vitest';
import { systemHash } from '#platform/system/hash.ts';
import { newWorkspace } from '#ratchet/rules/decision/new-workspace.ts';
import { createSystem } from '#local/system.ts';
import { openPlane } from '#local/up/plane.ts';
import { pullRequestOf } from '../../github/ground.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { ownGitHub } from '../../support/own-github.ts';
import { installationId } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const hash = (text: string): string => systemHash.hex(text);

/** A control plane over a GitHub with one pull request that it watches; its loops do not run. */
export async function plantedPlane(more: Readonly<Record<string, string>> = {}) {
  const own = await ownGitHub();
  const { app, privateKey, github, shop } = own;
  shop.repository.collaborators.set('ann', 'write');
  const home = await tempFolder();
  const log = recordingLog();
  const env = {
    PATH: process.env['PATH'] ?? '',
    RATCHETR_GITHUB_APP_ID: String(app.id),
    RATCHETR_GITHUB_PRIVATE_KEY: privateKey,
    RATCHETR_GITHUB_API_URL: github.url,
    ...more,
  };
  const opened = await openPlane({ system: createSystem(), env, log }, { home, mostWorkers: 1 });
  if (opened.kind === 'refused') throw new Error(opened.sentence);
  const plane = opened.value;
  onTestFinished(async () => {
    await plane.launcher.stopAll('The test is over.');
    plane.close();
  });
  shop.commit('fix', { 'a.txt': 'a\n' }, { author: 'ann' });
  const pull = shop.openPull({ head: 'fix', title: 'Fix', author: 'ann' });
  const pullRequest = pullRequestOf(pull, github);
  const now = plane.clock.now();
  const state = newWorkspace({ pullRequest, installationId: installationId('local'), now, hash });
  await plane.workspaces.create(state, now);
  return { ...own, home, env, log, plane, pull, id: state.id };
}
