// It runs inside test runners: plain JavaScript without dependencies.
import { Buffer } from 'node:buffer';

/** The source map that a script carries; undefined: it stands as it was written. */
export function sourceMapIn(url = '') {
  const text = /^data:application\/json[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (text === undefined) return undefined;
  try {
    const map = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    return map.mappings ? map : undefined;
  } catch {
    return undefined;
  }
}

/** Offsets in a script, with the lines that they come from. */
export function readMappings(source, { mappings }) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
    starts.push(at + 1);
  const places = [];
  let line = 0;
  for (const [number, text] of mappings.split(';').entries()) {
    let column = 0;
    for (const segment of text.split(',').filter((one) => one !== '')) {
      const [columns, , lines] = numbersIn(segment);
      column += columns;
      if (lines === undefined) continue;
      line += lines;
      places.push({ offset: (starts[number] ?? source.length) + column, line: line + 1 });
    }
  }
  return places;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Each digit holds five bits, the lowest first, and says whether more of the same number follow. */
function numbersIn(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    value += (digit & 31) << shift;
    if ((digit & 32) !== 0) {
      shift += 5;
      continue;
    }
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
