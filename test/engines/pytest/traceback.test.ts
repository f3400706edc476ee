import { describe, expect, it } from 'vitest';
import { readTraceback, primaryFrame } from '#engines/pytest/traceback.ts';

const frameOf = (text: string) => primaryFrame(readTraceback(text), '/repo');

const group = `test_g.py:3: KeyError

During handling of the above exception, another exception occurred:

  + Exception Group Traceback (most recent call last):
  |   File "/repo/test_g.py", line 5, in test_g
  |     raise ExceptionGroup("g", [ValueError(1)])
  | ExceptionGroup: g (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: 1
    +------------------------------------`;

const nested = `    def test_a():
        def inner():
            pass
>       go()

test_a.py:4: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
src/go.py:9: in go
    def = 1
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

    @wraps
>   async def here(x=lambda: 1):
E   ValueError: no

src/go.py:2: ValueError`;

describe('the primary frame of a failure', () => {
  it.each([
    ['the innermost', nested, { path: 'src/go.py', symbol: 'here' }],
    ['that of the exception that was seen', group, { path: 'test_g.py', symbol: 'test_g' }],
    [
      'none of what is installed',
      'a.py:1: in f\n.venv/lib/python3.11/site-packages/x.py:2: in g\n/usr/lib/python3.11/y.py:3: in h\n../z.py:4: in i',
      { path: 'a.py', symbol: 'f' },
    ],
    [
      'without a function',
      '>   f = lambda: 1/0\n\na.py:3: ZeroDivisionError',
      { path: 'a.py', symbol: '' },
    ],
    ['of a module', 'a.py:3: in <module>\n    import nope', { path: 'a.py', symbol: '<module>' }],
    [
      'the function, not one that it defines',
      '    def test_a():\n        def inner():\n            pass\n>       go()\n\na.py:4: ValueError',
      { path: 'a.py', symbol: 'test_a' },
    ],
    [
      'nothing of what only caused it',
      `a.py:1: KeyError\n\nDuring handling of the above exception, another exception occurred:\n\n/y.py:2: OSError`,
      undefined,
    ],
    ['nothing', 'E   ValueError: no', undefined],
    ['nothing of the repository', '/usr/lib/python3.11/y.py:3: in h', undefined],
    ['nothing of a file that is none', '  File "<string>", line 1, in <module>', undefined],
  ])('is %s', (_, text, frame) => {
    expect(frameOf(text)).toEqual(frame);
  });

  it('has no line 0', () => {
    expect(readTraceback('a.py:0: in f')).toEqual([]);
  });
});
