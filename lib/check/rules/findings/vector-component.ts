import { compareText } from '#base/order.ts';
import type { VectorComponent } from '#model/vector-component.ts';

/** What people call a component. */
export function describeComponent(component: VectorComponent): string {
  switch (component.kind) {
    case 'new-findings':
      return `new findings of ${engineName(component)}`;
    case 'lost-tests':
      return 'lost tests';
    case 'skipped-tests':
      return 'skipped tests';
    case 'suppressions':
      return 'suppressions added';
    case 'configuration':
      return 'changed configuration';
    case 'coverage':
      return `coverage of ${component.path}`;
    case 'number':
      return `${component.name} of ${component.engine}`;
    case 'baseline':
      return `baseline of ${component.engine}`;
  }
}

export interface EngineInRoot {
  readonly engine: string;
  /** Absent: the top, or all of them together. */
  readonly root?: string | undefined;
}

export function engineName({ engine, root }: EngineInRoot): string {
  return root === undefined ? engine : `${engine} in ${root}`;
}

export function compareEngines(one: EngineInRoot, other: EngineInRoot): number {
  return compareText(one.engine, other.engine) || compareText(one.root ?? '', other.root ?? '');
}

/** The same for two components that measure the same, and for no others. */
export function componentKey(component: VectorComponent): string {
  switch (component.kind) {
    case 'new-findings':
      return JSON.stringify([component.kind, component.engine, component.root ?? null]);
    case 'coverage':
      return JSON.stringify([component.kind, component.path]);
    case 'number':
      return JSON.stringify([component.kind, component.engine, component.name]);
    case 'baseline':
      return JSON.stringify([component.kind, component.engine]);
    case 'lost-tests':
    case 'skipped-tests':
    case 'suppressions':
    case 'configuration':
      return component.kind;
  }
}
