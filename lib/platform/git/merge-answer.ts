export interface MergeAnswer {
  readonly tree: string;
  /** All files with a conflict, in the order of git. */
  readonly paths: readonly string[];
  readonly stages: readonly Stage[];
  readonly messages: readonly Message[];
}

interface Stage {
  readonly mode: string;
  /** 1: in the common start, 2: ours, 3: theirs. */
  readonly stage: string;
  readonly path: string;
}

interface Message {
  readonly type: string;
  readonly paths: readonly string[];
}

/** Reads `merge-tree -z`: the tree, the stages, an empty field, then `count, paths, type, text` for each message. */
export function readMerge(text: string): MergeAnswer {
  const [tree = '', ...rest] = text.split('\0');
  const end = rest.indexOf('');
  const stages = rest.slice(0, end).map((field) => readStage(field));
  const paths = [...new Set(stages.map(({ path }) => path))];
  return { tree, paths, stages, messages: readMessages(rest.slice(end + 1)) };
}

/** `mode blob stage TAB path` */
function readStage(field: string): Stage {
  const tab = field.indexOf('\t');
  const [mode = '', , stage = ''] = field.slice(0, tab).split(' ');
  return { mode, stage, path: field.slice(tab + 1) };
}

function readMessages(fields: readonly string[]): readonly Message[] {
  const messages: Message[] = [];
  let at = 0;
  while (at < fields.length) {
    const count = Number(fields[at]);
    const type = fields[at + count + 1];
    if (type === undefined) break;
    messages.push({ type, paths: fields.slice(at + 1, at + 1 + count) });
    at += count + 3;
  }
  return messages;
}

/** Where markers cannot tell the whole conflict. */
export function hardPaths({ paths, stages, messages }: MergeAnswer): readonly string[] {
  const conflicts = messages.filter(({ type }) => type.startsWith('CONFLICT'));
  const inLines = new Set(
    conflicts
      .filter(({ type }) => type === 'CONFLICT (contents)')
      .flatMap((message) => message.paths),
  );
  const others = conflicts.filter(({ type }) => type !== 'CONFLICT (contents)');
  const isFileOn = (path: string, side: string): boolean =>
    stages.some((one) => one.path === path && one.stage === side && one.mode.startsWith('100'));
  const hard = paths.filter(
    (path) => !inLines.has(path) || !isFileOn(path, '2') || !isFileOn(path, '3'),
  );
  return [...new Set([...hard, ...others.flatMap((message) => message.paths)])];
}
