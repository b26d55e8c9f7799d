/**
 * Tests start processes by one launcher (`startProcess` of @farebox/testing): it hides the caller's settings from them and ends them with the run.
 * A process that ends within its call (`spawnSync`, `execFileSync`) does not need it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

/** Path or folder → the reason why it starts processes itself. */
const EXEMPT: Readonly<Record<string, string>> = {
  'packages/testing/src/start-process.ts': 'the launcher',
  'packages/embedded/src/postgres.test.ts': '@farebox/testing stands on the package that it tests',
  'packages/sandbox/src/testing/confined-worker.process.ts':
    'runs in an image that has Node and files beside it, no package',
  'test/runner/': 'runs the suites and finds what they left, the launcher included; works before anything is generated',
};
const TESTS =
  /^(test\/(?!canary\/)|(packages|apps)\/(testing\/src\/|.*(\/testing\/|\.(test|suite|fixture|process)\.ts$))).*/;
const CODE = /\.(ts|mjs)$/;
const IMPORT = /\b(spawn|fork|exec|execFile)\b[^;]*\bfrom ['"](node:)?child_process['"]/;
const CALL = /(?:^|[^.\w'"`])(spawn|fork|execFile)\(|child_process['"]\)\.(spawn|fork|exec|execFile)\(/;

export const oneLauncher: Check = {
  name: 'one launcher',
  run: ({ root }) => {
    const files = listFiles(root).filter((path) => TESTS.test(path) && CODE.test(path) && !isExempt(path));
    const found = files.flatMap((path) => startsItself(path, readFileSync(join(root, path), 'utf8')));
    return Promise.resolve(found.length === 0 ? null : found.join('\n'));
  },
};

const isExempt = (path: string): boolean => Object.keys(EXEMPT).some((each) => path.startsWith(each));

/** One complaint a line, "path:line: …". */
export function startsItself(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(\*|\/\/|\/\*)/.test(line) || !(IMPORT.test(line) || CALL.test(line))) return [];
    return [`${path}:${index + 1}: starts a process itself: use startProcess of @farebox/testing`];
  });
}
