import type { Finding } from '#model/finding.ts';
import { codeOfPython, pythonLines } from '#check/rules/sources/python-text.ts';
import { type DiffEntry, isFileAfterwards } from './diff.ts';
import { subtractLines } from './line-changes.ts';
import { type Rejection, rejectPath, shownText } from './rejection.ts';

type UnusedName = Pick<Finding, 'filePath' | 'message' | 'symbol'>;

/** A name that is found to be unused is not used by a line that does nothing else than name it. */
export function judgeDummyUse(
  diff: readonly DiffEntry[],
  findings: readonly UnusedName[],
): readonly Rejection[] {
  return diff.filter(isFileAfterwards).flatMap(({ path, oldPath = path, oldText, newText }) => {
    const names = findings.filter((one) => one.filePath === oldPath).flatMap(namesIn);
    if (names.length === 0) return [];
    const added = subtractLines(statementsIn(path, newText), statementsIn(path, oldText));
    const dummy = added.find((code) => isDummy(code, { names, text: newText ?? '' }));
    if (dummy === undefined) return [];
    return [
      rejectPath(
        'FINDING_SILENCED',
        path,
        (shown) =>
          `${shown} only names what is unused ("${shownText(dummy)}"); take it away, or use it for something.`,
      ),
    ];
  });
}

/** What a finding of this kind is about. */
function namesIn({ message, symbol = '' }: UnusedName): readonly string[] {
  const isUnused = /\bun(?:used|accessed)\b|\bnever (?:used|read)\b|\bnot (?:used|accessed)\b/i;
  if (!isUnused.test(`${symbol} ${message}`)) return [];
  return message.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

function statementsIn(path: string, text = ''): readonly string[] {
  if (/\.pyi?$/.test(path)) return pythonLines(text).map(({ code }) => code);
  return text.split('\n').map((line) => line.trim().replace(/;$/, ''));
}

const onlyNames =
  /^(?:(?:(?:const|let|var) )?([\w$]+)\s*(?::[^=]+)?=\s*|void |assert |del )?[([{]?\s*([A-Za-z_$][\w$.]*(?:\s*,\s*[A-Za-z_$][\w$.]*)*)\s*,?\s*[)\]}]?$/;
const words = /^(?:pass|break|continue|return|else|try|finally|yield|raise|None|True|False)$/;

function isDummy(
  code: string,
  { names, text }: { readonly names: readonly string[]; readonly text: string },
): boolean {
  const [, target, list = ''] = onlyNames.exec(code) ?? [];
  const used = list.split(',').map((name) => name.trim().split('.', 1)[0] ?? '');
  if (words.test(list) || !used.some((name) => names.includes(name))) return false;
  if (target === undefined) return true;
  // Where the new name is used in turn, the old one is used for something.
  const all = codeOfPython(text).match(
    new RegExp(String.raw`(?<![\w$.])${target.replaceAll('$', String.raw`\$`)}(?![\w$])`, 'g'),
  );
  return (all?.length ?? 0) <= 1;
}
