import { formatDuration } from './duration.ts';
import { showValue } from './issue-sentences.ts';
import { type Fault, type Layer, precedence } from './layers.ts';
import { environmentName } from './environment-source.ts';
import { type SettingPath, formatPath } from './paths.ts';
import type { Config } from './schema.ts';
import { suggestNearest } from './suggest.ts';
import { valueAt } from './tree.ts';

/** Faults that only show when settings are seen together, each at the field to change. */
export function findRuleFaults(config: Config, layers: readonly Layer[]): readonly Fault[] {
  const settled = orders.filter(({ lower, upper }) =>
    [lower, upper].every((path) => isSettled(path, layers)),
  );
  const misordered = settled.flatMap((order) => orderFault(order, config, layers));
  return [...misordered, ...profileFault(config, layers), ...layers.flatMap(operatorFaults)];
}

type Path = readonly string[];

interface Order {
  readonly lower: Path;
  readonly upper: Path;
  readonly mayEqual: boolean;
  readonly show: (value: number) => string;
}

const orders: readonly Order[] = [
  orderAtMost('budgets.attemptUsd', 'budgets.pullRequestUsd'),
  orderAtMost('budgets.pullRequestUsd', 'budgets.monthUsd'),
  orderAtMost('workers.maxAgents', 'workers.max'),
  { ...orderAtMost('retry.backoff.initial', 'retry.backoff.max'), show: formatDuration },
  { ...orderAtMost('timeouts.step', 'timeouts.attempt'), show: formatDuration },
  { ...orderAtMost('timeouts.attempt', 'timeouts.session'), show: formatDuration },
  { ...orderAtMost('timeouts.lease', 'timeouts.attempt'), mayEqual: false, show: formatDuration },
];

function orderAtMost(lower: string, upper: string): Order {
  return { lower: lower.split('.'), upper: upper.split('.'), mayEqual: true, show: String };
}

function orderFault(order: Order, config: Config, layers: readonly Layer[]): readonly Fault[] {
  const { lower, upper, mayEqual, show } = order;
  const low = Number(valueAt(config, lower));
  const high = Number(valueAt(config, upper));
  if (low < high || (mayEqual && low === high)) return [];
  const [below, above] = mayEqual ? ['at most', 'at least'] : ['less than', 'more than'];
  const [lowText, highText] = [
    `${lower.join('.')} is ${show(low)}`,
    `${upper.join('.')} is ${show(high)}`,
  ];
  const changeLower = {
    path: lower,
    message: `${lowText}, but ${highText}`,
    hint: `write ${below} ${show(high)}, or raise ${upper.join('.')}`,
  };
  const changeUpper = {
    path: upper,
    message: `${highText}, but ${lowText}`,
    hint: `write ${above} ${show(low)}, or lower ${lower.join('.')}`,
  };
  // What was written by the stronger source upset the order; the other may not be the writer's to change.
  const fault = rank(lower, layers) >= rank(upper, layers) ? changeLower : changeUpper;
  return placeFault(fault, layers);
}

function profileFault(config: Config, layers: readonly Layer[]): readonly Fault[] {
  const path = ['profile'];
  const { profile, profiles } = config;
  if (profile === undefined || Object.hasOwn(profiles, profile)) return [];
  if (!isSettled(path, layers) || !isSettled(['profiles'], layers)) return [];
  const names = Object.keys(profiles);
  const meant = suggestNearest(profile, names);
  const others =
    names.length === 0 ? 'define it under profiles' : `write one of ${names.join(', ')}`;
  const hint = meant === undefined ? others : `did you mean ${meant}?`;
  const message = `profile is ${showValue(profile)}, which profiles does not define`;
  return placeFault({ path, message, hint }, layers);
}

// The author of one repository's file must not choose where the keys of an installation are sent.
const operatorSettings: readonly Path[] = [
  ['models', 'origins'],
  ['models', 'keys'],
];

function operatorFaults(layer: Layer): readonly Fault[] {
  const written = operatorSettings.filter((path) => isWrittenIn(layer, path));
  return written.flatMap((path) => {
    const spot = layer.spot(path, 'key');
    if (spot.source !== 'file') return [];
    const message = `${formatPath(path)} decides who gets the keys, so no file of a repository may set it`;
    const hint = `set ${environmentName(path)}_... in the environment, or use --set`;
    return [{ spot, path, message, hint }];
  });
}

/** False where the value that would count is one that could not be used. */
function isSettled(path: Path, layers: readonly Layer[]): boolean {
  const top = layers.findLast(
    (layer) =>
      isWrittenIn(layer, path) || layer.broken.some((broken) => pathsOverlap(broken, path)),
  );
  return top === undefined || !top.broken.some((broken) => pathsOverlap(broken, path));
}

function pathsOverlap(broken: SettingPath, path: Path): boolean {
  const shared = Math.min(broken.length, path.length);
  return path.slice(0, shared).every((step, index) => step === broken[index]);
}

function isWrittenIn(layer: Layer, path: SettingPath): boolean {
  return valueAt(layer.value, path) !== undefined;
}

function rank(path: Path, layers: readonly Layer[]): number {
  const layer = layers.findLast((candidate) => isWrittenIn(candidate, path));
  return layer === undefined ? -1 : precedence[layer.spot(path, 'value').source];
}

function placeFault(fault: Omit<Fault, 'spot'>, layers: readonly Layer[]): readonly Fault[] {
  const layer = layers.findLast((candidate) => isWrittenIn(candidate, fault.path));
  return layer === undefined ? [] : [{ ...fault, spot: layer.spot(fault.path, 'value') }];
}
