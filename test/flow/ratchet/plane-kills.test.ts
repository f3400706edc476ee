import { describe, expect, it } from 'vitest';
import { ratchetScene, watching } from './ground.ts';
import { onceGreen } from './once-green.ts';
import type { PlaneProgram } from './program.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

/** What the control plane asks of GitHub when it is killed; the request itself is still carried out. */
const moments: Readonly<Record<string, RegExp>> = {
  'it has looked for the first time': /^POST \/graphql$/,
  'it reads the log of the failed check': /\/logs$/,
  'it shows how things stand': /^POST .*\/issues\/1\/comments$/,
  'it makes the tree': /^POST .*\/git\/trees$/,
  'it makes the commit': /^POST .*\/git\/commits$/,
  'it moves the branch': /^PATCH .*\/git\/refs\//,
};

/** A control plane that is killed at the first request of this kind for the pull request. */
async function killedAt(pattern: RegExp) {
  const scene = await ratchetScene({ files: bad });
  const first = await scene.startProgram();
  let isOpen = false;
  let victim: PlaneProgram | undefined = first;
  scene.own.github.faults.routes.push({
    matches: (request) => {
      if (isOpen && victim !== undefined && pattern.test(request)) {
        victim.program.signal('SIGKILL');
        victim = undefined;
      }
      return false;
    },
    does: 'break',
  });
  isOpen = true;
  const pull = scene.openPull();
  await first.program.ended;
  return { scene, pull };
}

describe('a control plane that was killed', () => {
  it.each(Object.entries(moments))('when %s goes on as if nothing had been', async (_, pattern) => {
    const { scene, pull } = await killedAt(pattern);
    const second = await scene.startProgram();
    const ground = watching(scene, pull);
    await ground.decided('GREEN');
    await onceGreen(ground);
    second.program.signal('SIGTERM');
    expect(await second.program.ended).toMatchObject({ code: 130 });
    expect(ground.alive()).toEqual([]);
  });

  it('while a worker works finds what that has done', async () => {
    const scene = await ratchetScene({ files: bad });
    const first = await scene.startProgram();
    const ground = watching(scene, scene.openPull());
    ground.holdAgent();
    await ground.until('the agent works', () => ground.begun().length === 1);
    first.program.signal('SIGKILL');
    await first.program.ended;
    ground.letAgentGo();
    await ground.told('SESSION finished');
    await scene.startProgram();
    await ground.decided('GREEN');
    expect(ground.commits()).toHaveLength(2);
    expect(ground.begun()).toEqual(['fix']);
  });

  it('by an interruption takes its workers with it, and the next one takes their runs up', async () => {
    const scene = await ratchetScene({ files: bad });
    const first = await scene.startProgram();
    const ground = watching(scene, scene.openPull());
    ground.holdAgent();
    await ground.until('the agent works', () => ground.begun().length === 1);
    first.program.signal('SIGTERM');
    await first.program.ended;
    expect(ground.alive()).toEqual([]);
    ground.letAgentGo();
    await scene.startProgram();
    await ground.decided('GREEN');
    expect(ground.commits()).toHaveLength(2);
  });
});
