/** `farebox tool new`: a folder with a manifest and a runner that passes its test at once. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseManifestText } from '@farebox/manifest';
import { readTool } from '@farebox/tools/read';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { manifestText } from './manifest-text.ts';
import { pythonText, typescriptText } from './program-text.ts';

export interface NewFlags {
  readonly typescript?: boolean;
  readonly python?: boolean;
  /** A runner that asks for its runs. */
  readonly pull?: boolean;
  /** Folder with the packed runner packages that `npm run packages` has made. */
  readonly packages?: string;
}

const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const IGNORED = 'node_modules/\n.venv/\n__pycache__/\nruns/\n';

/** @param path of the new folder, whose name is that of the tool. Throws UsageError. */
export function newTool(
  path: string,
  { typescript = false, python = false, pull: isPull = false, packages }: NewFlags,
  context: Context,
): void {
  if (typescript === python) throw new UsageError('choose one of --typescript and --python');
  const here = context.env['INIT_CWD'] ?? '.';
  const folder = resolve(here, path);
  const name = basename(folder);
  const manifest = manifestText(name, { isPull });
  const problem = nameProblem(manifest);
  if (problem !== null) throw new UsageError(`${name} ${problem}`);
  const packed = packages === undefined ? null : resolve(here, packages);
  const files = {
    'farebox.yaml': manifest,
    '.gitignore': IGNORED,
    ...(typescript ? typescriptFiles(name, packed, isPull) : pythonFiles(name, packed, isPull)),
  };
  try {
    mkdirSync(folder);
  } catch {
    throw new UsageError(`${path} exists, or its folder does not`);
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const install = typescript ? 'npm install' : 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt';
  context.say(`${Object.keys(files).join(', ')} are in ${path}`);
  if (packed === null) context.tell(UNPUBLISHED);
  context.tell(`Next: cd ${path} && ${install} && farebox tool test .`);
}

const UNPUBLISHED =
  'The runner packages come from a registry. If yours has none, make them in a checkout of Farebox: npm run packages -- packed runner-protocol runner runner-python. Then add --packages packed to this command.';

function nameProblem(manifest: string): string | null {
  const parsed = parseManifestText(manifest);
  if (!parsed.ok) return 'is no name of a tool: write lower-case letters, digits and "-", such as acme-describe';
  const read = readTool(parsed.document);
  return read.ok ? null : (Object.values(read.problems)[0] ?? 'is no name of a tool');
}

/** An older Node says only that it does not know the extension of the runner. */
const CHECK_NODE = `node -e "const [a, b] = process.versions.node.split('.'); if (a * 1000 + +b < 22018) { console.error('runner.mts needs Node 22.18 or later on PATH; this is ' + process.versions.node); process.exit(1); }"`;

function typescriptFiles(name: string, packed: string | null, isPull: boolean): Readonly<Record<string, string>> {
  const named = (start: RegExp): string => (packed === null ? `^${VERSION}` : `file:${fileIn(packed, start)}`);
  const dependencies = {
    '@farebox/runner': named(/^farebox-runner-\d.*\.tgz$/),
    ...(packed === null ? {} : { '@farebox/runner-protocol': named(/^farebox-runner-protocol-.*\.tgz$/) }),
  };
  const manifest = {
    name,
    private: true,
    engines: { node: '>=22.18' }, // runs TypeScript as it is
    scripts: { prestart: CHECK_NODE, start: 'node runner.mts' },
    dependencies,
  };
  return { 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, 'runner.mts': typescriptText(name, { isPull }) };
}

function pythonFiles(name: string, packed: string | null, isPull: boolean): Readonly<Record<string, string>> {
  const required = packed === null ? `farebox-runner>=${VERSION}` : fileIn(packed, /^farebox_runner-.*\.whl$/);
  return { 'requirements.txt': `${required}\n`, 'runner.py': pythonText(name, { isPull }) };
}

function fileIn(folder: string, form: RegExp): string {
  const file = readdirSync(folder).find((each) => form.test(each));
  if (file === undefined)
    throw new UsageError(
      `${folder} has no packed runner: npm run packages -- ${folder} runner-protocol runner runner-python`,
    );
  return join(folder, file);
}
