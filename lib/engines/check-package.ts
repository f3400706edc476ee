import type { EnginePlan } from '#model/engine-plan.ts';
import { describeFaults, packagedFindings, readPackagedEngine } from './packaged.ts';

interface Sample {
  readonly name: string;
  /** What the real tool printed where it found something. */
  readonly text: string;
}

/** Everything by which an engine of a package breaks its contract; none: it keeps it. */
export function listPackageFaults(
  exported: unknown,
  samples: readonly Sample[],
): readonly string[] {
  const reading = readPackagedEngine('package', exported);
  if (reading.kind === 'refused') return reading.faults;
  const { engine, parse } = reading;
  const { args } = engine.check.spec({ plan, scratch: '/scratch' });
  return [
    ...['--an-argument', 'a/path']
      .filter((word) => !args.includes(word))
      .map((word) => `check.args: ${word}, which was asked for, is not handed on`),
    ...hostile.flatMap((text) =>
      faultsOfParse(parse, { name: JSON.stringify(text.slice(0, 20)), text }),
    ),
    ...samples.flatMap((sample) => {
      const faults = faultsOfParse(parse, sample);
      const { findings } = engine.parse({ ...outputOf(sample.text), reports: new Map() });
      return faults.length > 0 || findings.length > 0
        ? faults
        : [`parse: it finds nothing in ${sample.name}, in which the tool told of something`];
    }),
  ];
}

/** Reports may be cut off, and tools print what they like. */
const hostile = ['', '\n', '{', '[]', '{}', '<', 'a:1:1: b', 'x'.repeat(100_000), '\0\uD800'];

const plan: EnginePlan = {
  engine: 'package',
  mode: 'target',
  root: '.',
  scope: ['a/path'],
  scopeSource: 'config',
  config: { path: null, source: 'discovery' },
  args: ['--an-argument'],
  env: {},
  options: {},
  profile: null,
  toolProfile: null,
};

type Parse = Extract<ReturnType<typeof readPackagedEngine>, { kind: 'engine' }>['parse'];

function faultsOfParse(parse: Parse, { name, text }: Sample): readonly string[] {
  try {
    const [once, twice] = [parse(outputOf(text)), parse(outputOf(text))];
    if (JSON.stringify(once) !== JSON.stringify(twice)) {
      return [`parse: it does not say the same twice of ${name}; it must keep no state`];
    }
    const given = packagedFindings.safeParse(once);
    return given.success ? [] : describeFaults(`parse of ${name}`, given.error);
  } catch (error) {
    return [`parse: it throws for ${name}: ${String(error)}`];
  }
}

function outputOf(text: string) {
  return { stdout: text, stderr: '', exit: 1, cwd: '/repository' };
}
