import { expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix } from './run-fix.ts';
import { processesOf } from './survivors.ts';
import { plantWords } from './words.ts';

it('what the code of a repository starts while it is judged does not survive', async () => {
  const [marks, temporary] = [await tempFolder(), await tempFolder()];
  const away = `setsid sh -c "sleep 600; : ${marks}" > ${marks}/started 2>&1 &`;
  const words = {
    from: 'command',
    paths: ['src'],
    options: {
      command: ['sh', '-c', `${away} grep -rn BAD "$@"; test $? -eq 1`, 'sh'],
      report: {
        from: 'stdout',
        pattern: String.raw`^(?<path>[^:]+):(?<line>\d+):.*?(?<message>(?<rule>BAD).*)$`,
      },
    },
  };
  const { root } = await plantWords({ config: { engines: { words } } });
  const { code } = await fix(root, ['--apply'], { temporary });
  expect(code).toBe(0);
  expect(processesOf(marks)).toEqual([]);
});
