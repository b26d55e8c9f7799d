import { expect, test } from 'vitest';
import { startsItself } from './launcher.ts';

test.each([
  "import { spawn } from 'node:child_process';",
  "import { type ChildProcess, execFile, execFileSync } from 'child_process';",
  '  const child = spawn(process.execPath, [MAIN]);',
  "  await promisify(execFile)('git'); const other = fork(MAIN);",
  "  require('node:child_process').spawn(command);",
])('a test that says %j starts a process itself', (line) => {
  expect(startsItself('a.test.ts', `// first\n${line}\n`)).toEqual([expect.stringContaining('a.test.ts:2: ')]);
});

test.each([
  "import { execFileSync, spawnSync } from 'node:child_process';",
  "const [match] = PATTERN.exec(text) ?? []; spawnSync('mount', []);",
  ' * as spawn() does',
])('%j starts none that could be left behind', (line) => {
  expect(startsItself('a.test.ts', line)).toEqual([]);
});
