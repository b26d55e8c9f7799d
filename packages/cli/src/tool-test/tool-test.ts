/** `farebox tool test`: runs the test cases of a manifest at a runner, and looks for faults of the runner. */
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SAMPLE_FILES } from '@farebox/catalog';
import { type Manifest, parseManifestText, type TestCall, testCall, type ToolManifest } from '@farebox/manifest';
import { RUNNER_LIMITS, runnerSecretProblem } from '@farebox/runner-protocol';
import { readTool } from '@farebox/tools/read';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { textFrom } from '../tool/manifest-file.ts';
import { type Bench, faultsOfCase, follow, prepare } from './case-run.ts';
import { type HttpBench, runChecks } from './checks.ts';
import { exchange, type Target } from './exchange.ts';
import type { Found, TestedKind } from './faults.ts';
import { openFileServer } from './file-server.ts';
import { askAt, type PullBench } from './pull/bench.ts';
import { runPullChecks } from './pull/checks.ts';
import { openPullDoor, type PullDoor } from './pull/door.ts';
import { type CaseReport, report, type TestReport } from './report.ts';
import { accepts, freePort, startRunner, type Starting } from './runner-process.ts';

export interface TestFlags {
  readonly runner?: string;
  readonly start?: string;
  readonly secretFile?: string;
  readonly json?: boolean;
}

/** Throws CommandError if there is a fault. */
export async function testTool(path: string, flags: TestFlags, context: Context): Promise<void> {
  const file = manifestAt(resolve(context.env['INIT_CWD'] ?? '.', path));
  const tool = toolOf(file, await textFrom(file, context));
  const folder = { folder: dirname(file), command: flags.start, env: context.env };
  const { kind } = tool.manifest.runner;
  const tested =
    kind === 'pull' ? await testPulling(tool, flags, folder) : await testServing(tool, flags, { context, folder });
  report(tested, flags, context);
}

type Folder = Pick<Starting, 'folder' | 'command' | 'env'>;

async function testServing(
  tool: ToolManifest,
  flags: TestFlags,
  { context, folder }: { readonly context: Context; readonly folder: Folder },
): Promise<TestReport> {
  const seconds = { startSeconds: RUNNER_LIMITS.startSeconds, askSeconds: RUNNER_LIMITS.askSeconds };
  if (flags.runner !== undefined)
    return testRunner(tool, { url: flags.runner, secret: await secretOf(flags, context), ...seconds });
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const port = await freePort();
  await using _ = await startRunner({
    ...folder,
    given: { PORT: String(port), FAREBOX_RUNNER_SECRETS: secret },
    isReady: () => accepts(port),
    problem: `does not listen on PORT ${port}`,
  });
  return await testRunner(tool, { url: `http://127.0.0.1:${port}${pathOf(tool.manifest)}`, secret, ...seconds });
}

async function testPulling(tool: ToolManifest, flags: TestFlags, folder: Folder): Promise<TestReport> {
  if (flags.runner !== undefined)
    throw new UsageError('--runner is for runners that have an address: leave it out, or name --start <command>');
  await using door = await openPullDoor(LEASE_SECONDS);
  await using _ = await startRunner({
    ...folder,
    given: { FAREBOX_URL: door.url, FAREBOX_RUNNER_KEY: door.key },
    isReady: () => Promise.resolve(door.asked() === ''),
    problem: 'does not claim a run at FAREBOX_URL with FAREBOX_RUNNER_KEY',
  });
  return await testPullRunner(tool, door, { startSeconds: RUNNER_LIMITS.startSeconds, repeatSeconds: REPEAT_SECONDS });
}

/** Short, so that a run that outlives its lease takes seconds. */
const LEASE_SECONDS = 6;
/** The page lets runners wait for up to 30 s. */
const REPEAT_SECONDS = 35;

export async function testRunner(tool: ToolManifest, target: Target): Promise<TestReport> {
  await using files = await openFileServer();
  const { manifest } = tool;
  const ask: HttpBench['ask'] = (asking) => exchange(target, asking);
  const bench: HttpBench = { manifest, target, files, ask, startSeconds: target.startSeconds };
  return await tested(tool, { kind: 'http', bench, check: (call) => runChecks(bench, call) });
}

export async function testPullRunner(
  tool: ToolManifest,
  door: PullDoor,
  seconds: Pick<PullBench, 'startSeconds' | 'repeatSeconds'>,
): Promise<TestReport> {
  await using files = await openFileServer();
  const { manifest } = tool;
  const bench: PullBench = { manifest, door, files, ask: askAt(door, seconds.startSeconds), ...seconds };
  return await tested(tool, { kind: 'pull', bench, check: (call) => runPullChecks(bench, call) });
}

interface Testing {
  readonly kind: TestedKind;
  readonly bench: Bench;
  readonly check: (call: TestCall) => Promise<readonly Found[]>;
}

/** Runs the cases and then, if they end, the checks. */
async function tested(tool: ToolManifest, { kind, bench, check }: Testing): Promise<TestReport> {
  const { manifest } = tool;
  const cases = manifest.test?.cases ?? [{ arguments: manifest.example, expect: {} }];
  const reports: CaseReport[] = [];
  const found: Found[] = [];
  for (const { arguments: given, expect } of cases) {
    const call = testCall(tool, given, SAMPLE_FILES);
    const prepared = await prepare(bench, call);
    const ran = await follow(bench, prepared);
    const wrong = ran.found.length > 0 || ran.end === null ? ran.found : faultsOfCase(ran.end, expect);
    found.push(...wrong);
    const units = ran.end?.status === 'succeeded' ? (ran.end.units ?? Number(call.quote.units)) : 0;
    const sizeBytes = prepared.inputBytes + ran.outputBytes;
    reports.push({ end: ran.end, ms: Math.round(ran.ms), units, sizeBytes });
  }
  // A runner whose plain runs are wrong fails every check for the same reason.
  const [first] = cases;
  if (found.length === 0 && first !== undefined)
    found.push(...(await check(testCall(tool, first.arguments, SAMPLE_FILES))));
  return { tool: manifest.name, kind, cases: reports, found };
}

const NAMES = ['farebox.yaml', 'farebox.yml', 'farebox.json', 'tool.yaml', 'tool.yml', 'tool.json'];

function manifestAt(path: string): string {
  // Reading the file says why it cannot be read.
  if (!isFolder(path)) return path;
  const name = NAMES.find((each) => existsSync(join(path, each)));
  if (name === undefined) throw new UsageError(`${path} has no manifest: ${NAMES.join(', ')}`);
  return join(path, name);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function toolOf(file: string, text: string): ToolManifest {
  const parsed = parseManifestText(text);
  const read = parsed.ok ? readTool(parsed.document) : parsed;
  if (!read.ok) throw new CommandError('failed', `the manifest has problems: farebox tool lint ${file}`);
  const { kind } = read.manifest.runner;
  if (kind !== 'http' && kind !== 'pull')
    throw new CommandError('failed', `only a runner of kind http or pull can be tested; this one is "${kind}"`);
  return read;
}

const pathOf = ({ runner }: Manifest): string =>
  'url' in runner ? new URL(runner.url).pathname.replace(/\/$/, '') : '';

/** The first secret of FAREBOX_RUNNER_SECRETS, or of a file with one secret a line. */
async function secretOf({ secretFile }: TestFlags, { env }: Context): Promise<string> {
  const text =
    secretFile === undefined
      ? (env['FAREBOX_RUNNER_SECRETS'] ?? '')
      : await readFile(resolve(env['INIT_CWD'] ?? '.', secretFile), 'utf8').catch(() => {
          throw new UsageError(`${secretFile} cannot be read`);
        });
  const [secret = ''] = text.trim().split(/\s+/);
  if (runnerSecretProblem(secret) !== null)
    throw new UsageError('--runner needs its secret (whsec_…) in FAREBOX_RUNNER_SECRETS, or in --secret-file <file>');
  return secret;
}
