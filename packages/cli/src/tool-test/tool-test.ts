/** `farebox tool test`: runs the test cases of a manifest at a runner, and looks for faults of the runner. */
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SAMPLE_FILES } from '@farebox/catalog';
import { type Manifest, parseManifestText, testCall, type ToolManifest } from '@farebox/manifest';
import { RUNNER_LIMITS, runnerSecretProblem } from '@farebox/runner-protocol';
import { readTool } from '@farebox/tools/read';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { textFrom } from '../tool/manifest-file.ts';
import { type Bench, faultsOfCase, follow, prepare } from './case-run.ts';
import { runChecks } from './checks.ts';
import type { Target } from './exchange.ts';
import type { Found } from './faults.ts';
import { openFileServer } from './file-server.ts';
import { type CaseReport, report, type TestReport } from './report.ts';
import { startRunner } from './runner-process.ts';

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
  const seconds = { startSeconds: RUNNER_LIMITS.startSeconds, askSeconds: RUNNER_LIMITS.askSeconds };
  if (flags.runner !== undefined) {
    const secret = await secretOf(flags, context);
    return report(await testRunner(tool, { url: flags.runner, secret, ...seconds }), flags, context);
  }
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const starting = { folder: dirname(file), command: flags.start, secret, env: context.env };
  await using runner = await startRunner(starting);
  const url = `http://127.0.0.1:${runner.port}${pathOf(tool.manifest)}`;
  report(await testRunner(tool, { url, secret, ...seconds }), flags, context);
}

/** Runs the cases and then, if they end, the checks. */
export async function testRunner(tool: ToolManifest, target: Target): Promise<TestReport> {
  await using files = await openFileServer();
  const { manifest } = tool;
  const bench: Bench = { manifest, target, files };
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
    found.push(...(await runChecks(bench, testCall(tool, first.arguments, SAMPLE_FILES))));
  return { tool: manifest.name, cases: reports, found };
}

const NAMES = ['farebox.yaml', 'farebox.yml', 'farebox.json', 'tool.yaml', 'tool.yml', 'tool.json'];

function manifestAt(path: string): string {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist`);
  if (!statSync(path).isDirectory()) return path;
  const name = NAMES.find((each) => existsSync(join(path, each)));
  if (name === undefined) throw new UsageError(`${path} has no manifest: ${NAMES.join(', ')}`);
  return join(path, name);
}

function toolOf(file: string, text: string): ToolManifest {
  const parsed = parseManifestText(text);
  const read = parsed.ok ? readTool(parsed.document) : parsed;
  if (!read.ok) throw new CommandError('failed', `the manifest has problems: farebox tool lint ${file}`);
  const { kind } = read.manifest.runner;
  if (kind !== 'http')
    throw new CommandError('failed', `only a runner of kind http can be tested; this one is "${kind}"`);
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
