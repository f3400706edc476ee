import type { CorpusRow } from './row.ts';

const go = { 'go-test': 'go test ./...', 'go-vet': 'go vet ./...' };
const rust = { 'cargo-check': 'cargo check', 'cargo-test': 'cargo test --no-fail-fast' };

const goTest = (name: string): readonly string[] => [
  `package ${name}`,
  '',
  'import "testing"',
  '',
  'func TestPlanted(t *testing.T) {',
  '\tt.Error("planted")',
  '}',
];
const goRemark = ['func planted(x int) {', '\tx = x', '}'];
const rustTest = ['#[test]', 'fn planted() {', '    assert_eq!(1, 2);', '}'];

/** Projects in Go and in Rust. */
export const compiledRepositories: readonly CorpusRow[] = [
  {
    name: 'uuid',
    source: {
      from: 'go',
      package: 'github.com/google/uuid',
      version: 'v1.6.0',
      sha256: 'd0f02f377217f42702e259684e06441edbf5140dddcc34ba9bea56038b38a6ed',
    },
    setup: [],
    bare: go,
    plants: [
      { engine: 'go-test', path: 'planted_test.go', lines: goTest('uuid') },
      { engine: 'go-vet', path: 'dce.go', lines: goRemark },
    ],
    inSuite: true,
  },
  {
    name: 'mux',
    source: {
      from: 'go',
      package: 'github.com/gorilla/mux',
      version: 'v1.8.1',
      sha256: '728243623caa67f64e4a0b6c59dde3f762918d9e729266167ba46d8df56c193a',
    },
    setup: [],
    bare: go,
    plants: [
      { engine: 'go-test', path: 'planted_test.go', lines: goTest('mux') },
      { engine: 'go-vet', path: 'regexp.go', lines: goRemark },
    ],
  },
  {
    name: 'color',
    source: {
      from: 'go',
      package: 'github.com/fatih/color',
      version: 'v1.18.0',
      sha256: '4dc6907b7f6807b37c21ad527d966437d398f03472115f471eaa8fe5875363d3',
    },
    setup: ['go mod download'],
    bare: go,
    plants: [
      { engine: 'go-test', path: 'planted_test.go', lines: goTest('color') },
      { engine: 'go-vet', path: 'color.go', lines: goRemark },
    ],
  },
  {
    // Two of its files gofmt would write otherwise.
    name: 'pflag',
    source: {
      from: 'go',
      package: 'github.com/spf13/pflag',
      version: 'v1.0.10',
      sha256: 'a246b8c9d3daa87d6c634cdfee1bdf7fa53d5817eeef4fa0c6da43edd12de4ca',
    },
    setup: [],
    bare: { ...go, gofmt: 'gofmt -l . && test -z "$(gofmt -l .)"' },
    plants: [
      { engine: 'go-test', path: 'planted_test.go', lines: goTest('pflag') },
      { engine: 'go-vet', path: 'count.go', lines: goRemark },
    ],
  },
  {
    name: 'chi',
    source: {
      from: 'go',
      package: 'github.com/go-chi/chi/v5',
      version: 'v5.5.0',
      sha256: '39f8416f36d5b177b0ce5d48cf21b3f460df9260feafab1fb8c1410fde0901dc',
    },
    setup: [],
    bare: go,
    plants: [
      { engine: 'go-test', path: 'planted_test.go', lines: goTest('chi') },
      { engine: 'go-vet', path: 'middleware/nocache.go', lines: goRemark },
    ],
  },
  {
    name: 'fnv',
    source: {
      from: 'crates',
      package: 'fnv',
      version: '1.0.7',
      sha256: '3f9eec918d3f24069decb9af1554cad7c880e2da24a9afd88aca000531ab82c1',
    },
    setup: ['cargo fetch'],
    bare: rust,
    plants: [{ engine: 'cargo-test', path: 'tests/planted.rs', lines: rustTest }],
    inSuite: true,
  },
  {
    name: 'heck',
    source: {
      from: 'crates',
      package: 'heck',
      version: '0.5.0',
      sha256: '2304e00983f87ffb38b55b444b5e3b60a884b5d30c0fca7d82fe33449bbe55ea',
    },
    setup: ['cargo fetch'],
    bare: rust,
    plants: [{ engine: 'cargo-check', path: 'src/lib.rs', lines: ['const PLANTED: u8 = "text";'] }],
  },
  {
    name: 'unicode-width',
    source: {
      from: 'crates',
      package: 'unicode-width',
      version: '0.2.0',
      sha256: '1fc81956842c57dac11422a97c3b8195a1ff727f06e85c84ed2e8aa277c9a0fd',
    },
    setup: ['cargo fetch'],
    bare: rust,
    plants: [{ engine: 'cargo-test', path: 'tests/tests.rs', lines: rustTest }],
  },
];
