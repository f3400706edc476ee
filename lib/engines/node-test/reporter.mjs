// It runs inside the tests' own Node: plain JavaScript without dependencies.

/** The reporter that Node loads: at the end of a run it gives what the run was, as one JSON value. */
export { report as default };

async function* report(events) {
  const tests = [];
  const printed = new Map();
  const names = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name;
    else if (type === 'test:stderr') add(printed, data.file, data.message);
    // What a test leaves behind that fails later is told as a remark.
    else if (type === 'test:diagnostic') add(printed, data.file, `${data.message}\n`);
    else if (type === 'test:pass' || type === 'test:fail') {
      tests.push(testOf(type, data, names.slice(0, data.nesting)));
    }
  }
  const files = [...printed].map(([file, text]) => ({
    file: file ?? null,
    text: text.slice(-20_000),
  }));
  yield JSON.stringify({ version: 1, tests, printed: files });
}

function add(texts, file, text) {
  texts.set(file, (texts.get(file) ?? '') + text);
}

function testOf(type, { name, file, line, column, skip, todo, details }, suites) {
  const error = details?.error;
  return {
    names: [...suites, name],
    file: file ?? null,
    line: line ?? null,
    column: column ?? null,
    passed: type === 'test:pass',
    skipped: [skip, todo].some((mark) => mark !== undefined && mark !== false),
    suite: details?.type === 'suite',
    failure: error?.failureType ?? null,
    error: error === undefined ? null : errorOf(error.cause ?? error),
  };
}

// Anything can be thrown.
function errorOf(error) {
  return {
    name: textOf(error?.name),
    message: textOf(error?.message) ?? String(error),
    cause: textOf(error?.cause?.message),
    stack: textOf(error?.stack),
  };
}

function textOf(value) {
  return typeof value === 'string' ? value : null;
}
