// It runs inside test runners, under any Node that a repository has from 18 on: plain JavaScript without dependencies.
import { Session } from 'node:inspector';
import { readMappings, sourceMapIn } from './mappings.probe.mjs';

/** Which lines of some files are executed between two questions, as the engine of JavaScript counts them. */
export class Lines {
  constructor(files) {
    this.files = new Set(files);
    this.scripts = new Map();
    this.session = new Session();
    this.session.connect();
    this.session.on('Debugger.scriptParsed', ({ params: { scriptId, url, sourceMapURL } }) => {
      const path = url.replace(/^file:\/\//, '').replace(/[?#].*$/, '');
      if (this.files.has(path)) this.scripts.set(scriptId, { path, sourceMapURL });
    });
    this.post('Debugger.enable');
    this.post('Debugger.setSkipAllPauses', { skip: true });
    this.post('Profiler.enable');
    this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Answered at once in the thread that asks. */
  post(method, params) {
    let answer;
    this.session.post(method, params, (error, result) => {
      answer = result;
    });
    return answer;
  }

  /** Lines and functions that were executed since it was asked last, by the path of their file. */
  take() {
    const told = this.post('Profiler.takePreciseCoverage')?.result ?? [];
    const taken = {};
    for (const { scriptId, functions } of told) {
      const script = this.scripts.get(scriptId);
      if (script === undefined) continue;
      script.places ??= this.readPlaces(scriptId, script);
      const { places, path } = script;
      const executed = functions.filter(({ ranges: [whole] }) => whole.count > 0);
      const spans = executed.map(({ ranges: [{ startOffset, endOffset }] }) => [
        lineAt(places, startOffset),
        lineAt(places, endOffset - 1),
      ]);
      taken[path] ??= { lines: [], spans: [] };
      taken[path].lines.push(...linesOf(places, functions));
      taken[path].spans.push(...spans);
    }
    return taken;
  }

  readPlaces(scriptId, { sourceMapURL }) {
    const source = this.post('Debugger.getScriptSource', { scriptId })?.scriptSource ?? '';
    const map = sourceMapIn(sourceMapURL);
    return map === undefined ? plainPlaces(source) : readMappings(source, map);
  }

  close() {
    this.session.disconnect();
  }
}

/** Where nothing was rewritten: the first letter of each line. */
function plainPlaces(source) {
  const places = [];
  let offset = 0;
  for (const [number, text] of source.split('\n').entries()) {
    if (text.trim() !== '') places.push({ offset: offset + text.search(/\S/), line: number + 1 });
    offset += text.length + 1;
  }
  return places;
}

function lineAt(places, offset) {
  const before = places.findLast((place) => place.offset <= offset);
  return (before ?? places[0])?.line ?? 1;
}

/** Inner ranges come after the outer ones that they refine. */
function linesOf(places, functions) {
  const ranges = functions.flatMap((one) => one.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const executed = new Set();
  for (const { offset, line } of places) {
    const inner = ranges.findLast(
      ({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset,
    );
    if (inner !== undefined && inner.count > 0) executed.add(line);
  }
  return [...executed].sort((a, b) => a - b);
}
