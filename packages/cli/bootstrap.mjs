/**
 * The first command on a new machine. It is plain JavaScript for any Node from version 20, because nothing is installed
 * yet. It fetches pnpm, the dependencies and Node 24 from the package registry, then runs the requested command. It
 * never leaves a process behind.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRegistryReached, npmCommand } from './npm.mjs';
import { prepareForNpm } from './pnpm.mjs';
import { isLeftAlone } from './waiting.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NODE_WANTED = 24;
const NODE_NEEDED = 20;
const NODE_MAJOR = Number.parseInt(process.versions.node, 10);
/** The packages run on Node 24, whatever Node runs pnpm: stops pnpm's warning about the difference. */
const NODE_VERSION = `--config.nodeVersion=${NODE_WANTED}.0.0`;
const DISK_NEEDED_MB = 1200;
const REGISTRY_AWAY =
  'the package registry is unreachable: check the network, or npm\'s "registry" and "proxy" settings.';

/** A command without a script runs as the `farebox` command, from its bundle. */
const COMMANDS = {
  start: { args: ['start'], help: 'packages/cli/help.txt' },
  session: { args: ['session'], help: 'packages/cli/help.txt' },
  backup: { args: ['backup'], help: 'packages/cli/help.txt' },
  restore: { args: ['restore'], help: 'packages/cli/help.txt' },
  database: { args: ['database'], help: 'packages/cli/help.txt' },
  farebox: { args: [], help: undefined },
  test: { script: 'test/run.ts', args: [], help: undefined },
  fixtures: { script: 'test/conformance/fixtures/main.ts', args: [], help: undefined },
};

const PARENT_POLL_MS = 500;
/** The supervisor starts its programs with the same flag. */
const SMALL = '--max-semi-space-size=4';

class Problem extends Error {}
/** A child program was ended by a signal. The bootstrap then ends with the same exit code, without an error message. */
class Interrupted extends Error {}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = Number(error.message);
  else if (error instanceof Problem) fail(error.message);
  else throw error;
}

/** @returns {Promise<number>} the exit code of the requested command. */
async function main([name = '', ...args]) {
  if (name === 'run') return runNamed(args);
  const command = COMMANDS[name];
  if (command === undefined)
    throw new Problem(`unknown command "${name}": use one of ${Object.keys(COMMANDS).join(', ')}, run.`);
  if (command.help !== undefined && (args.includes('--help') || args.includes('-h'))) {
    process.stdout.write(readFileSync(join(ROOT, command.help), 'utf8'));
    return 0;
  }
  const node = await prepare();
  const script = command.script ?? (await bundled(node));
  return run(node, [resolve(ROOT, script), ...command.args, ...args], { flags: command.script ? [] : [SMALL] });
}

/** Prepares everything that the programs need. Returns the path of the Node that runs them. */
async function prepare() {
  requireNode();
  await install();
  const node = nodeProgram();
  await generate();
  return node;
}

/** Runs a file of the project on Node 24, or a program of the dependencies: `run test/bench/main.ts`, `run vitest run`. */
async function runNamed([what, ...args]) {
  if (what === undefined) throw new Problem('run needs a name: a file of the project, or a program of its packages.');
  const node = await prepare();
  const isFile = /\.(ts|mjs)$/.test(what);
  const program = resolve(ROOT, isFile ? '' : 'node_modules/.bin', what);
  if (!existsSync(program))
    throw new Problem(`there is no ${isFile ? 'file' : 'program of the dependencies'} "${what}".`);
  return isFile ? run(node, [program, ...args]) : run(program, args);
}

function requireNode() {
  if (NODE_MAJOR < NODE_NEEDED)
    throw new Problem(`Node ${process.version} is too old: install Node ${NODE_NEEDED} or later.`);
}

// ---- dependencies

/** Installs the dependencies of the lockfile, unless its stamp exists. An interrupted install leaves no stamp. */
async function install() {
  const stamp = join(ROOT, 'node_modules/.farebox-installed');
  const digest = digestOf('pnpm-lock.yaml');
  if (readOr(stamp) === digest) return;
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [named] = packageManager.split('+');
  say(`Installing dependencies and Node ${NODE_WANTED} with ${named} (only the first time; downloads about 250 MB)`);
  requireDisk();
  const folder = join(ROOT, '.farebox-pnpm');
  try {
    const npm = npmCommand();
    const fetched = await runStep(npm.program, [...npm.args, ...npmArgs(folder)], { isQuiet: true });
    if (fetched !== 0) throw new Problem(whyFetchFailed(named));
    const pnpm = join(folder, 'node_modules/.bin/pnpm');
    const args = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false', NODE_VERSION];
    const code = await runStep(pnpm, args);
    if (code !== 0) throw new Problem(whyInstallFailed(code));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(stamp, digest);
}

function npmArgs(folder) {
  try {
    return prepareForNpm(folder);
  } catch (error) {
    throw new Problem(error.message);
  }
}

function requireDisk() {
  const { bavail, bsize } = statfsSync(ROOT);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  if (freeMb < DISK_NEEDED_MB) throw new Problem(`${freeMb} MB are free in ${ROOT}; ${DISK_NEEDED_MB} MB are needed.`);
}

function whyFetchFailed(named) {
  if (!isRegistryReached()) return REGISTRY_AWAY;
  return `${named} could not be downloaded, or does not match the hashes in package.json; see the output of npm above.`;
}

function whyInstallFailed(code) {
  if (!isRegistryReached()) return REGISTRY_AWAY;
  return `installing the dependencies failed (exit ${code}); see the output of pnpm above. Run the command again to retry.`;
}

/** Returns the path of Node 24 or later: the running one if it is new enough, else the one from the dependencies. */
function nodeProgram() {
  if (NODE_MAJOR >= NODE_WANTED) return process.execPath;
  const installed = join(ROOT, 'node_modules/.bin/node');
  if (existsSync(installed)) return installed;
  throw new Problem(`no packaged Node for ${process.platform}-${process.arch}: install Node ${NODE_WANTED} yourself.`);
}

// ---- generated code

/** Runs the database package's own `generate` script when its output is missing or the schema has changed. */
async function generate() {
  const folder = join(ROOT, 'packages/db');
  const stamp = join(folder, 'src/generated/.schema-digest');
  const digest = digestOf('prisma/schema.prisma', 'packages/db/package.json', 'pnpm-lock.yaml');
  if (readOr(stamp) === digest) return;
  say('Generating the database client');
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const code = await runStep('/bin/sh', ['-c', scripts.generate], {
    cwd: folder,
    bin: join(folder, 'node_modules/.bin'),
    isQuiet: true,
  });
  if (code !== 0) throw new Problem(`generating the database client failed (exit ${code}); see the output above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

// ---- bundles

/** Returns the `farebox` command, bundled from the current sources if they have changed (a second or two). */
async function bundled(node) {
  const { currentBundles } = await import('@farebox/bundle/current');
  try {
    return join(await currentBundles(ROOT, build), 'farebox.mjs');
  } catch (error) {
    throw error instanceof Interrupted ? error : new Problem(error.message);
  }

  async function build(folder) {
    say('Bundling the programs');
    const code = await runStep(node, [join(ROOT, 'packages/bundle/src/main.ts'), folder], { isQuiet: true });
    if (code !== 0) throw new Problem(`bundling the programs failed (exit ${code}); see the output above.`);
  }
}

// ---- small parts

function digestOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function readOr(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function fail(text) {
  console.error(`farebox: ${text}`);
  process.exitCode = 1;
}

function say(text) {
  console.error(`farebox: ${text} …`);
}

/**
 * Like `run`, for steps before the command. An interrupted step ends the bootstrap. Standard output stays reserved for
 * the command, which may print JSON.
 */
async function runStep(program, args, options) {
  const code = await run(program, args, { ...options, stdout: process.stderr.fd });
  if (Object.values(SIGNALS).includes(code)) throw new Interrupted(String(code));
  return code;
}

/**
 * Runs a program on this terminal and returns its exit code (128 + n for signal n). Passes signals on; the IPC channel
 * also shows the program that the bootstrap was killed. The output of a quiet program is shown only if it fails.
 */
function run(program, args, { cwd = ROOT, bin = '', flags = [], isQuiet = false, stdout = 'inherit' } = {}) {
  const PATH = [bin, join(ROOT, 'node_modules/.bin'), process.env.PATH].filter(Boolean).join(':');
  const output = isQuiet ? ['pipe', 'pipe'] : [stdout, 'inherit'];
  const stdio = ['inherit', ...output, ...(/\.(ts|mjs)$/.test(args[0]) ? ['ipc'] : [])];
  const child = spawn(program, [...flags, ...args], { cwd, stdio, env: { ...process.env, PATH } });
  const said = [];
  child.stdout?.on('data', (chunk) => said.push(chunk));
  child.stderr?.on('data', (chunk) => said.push(chunk));
  const pass = (signal) => child.kill(signal);
  for (const signal of Object.keys(SIGNALS)) process.on(signal, pass);
  const watch = setInterval(() => isLeftAlone() && pass('SIGTERM'), PARENT_POLL_MS);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Problem(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code !== 0) process.stderr.write(Buffer.concat(said));
      clearInterval(watch);
      for (const name of Object.keys(SIGNALS)) process.off(name, pass);
      resolve(code ?? SIGNALS[signal] ?? 137);
    });
  });
}
