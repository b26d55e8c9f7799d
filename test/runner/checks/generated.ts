/**
 * Files that are made from code. A package.json declares them: `"generates": { "<file>": "<script>" }`, the file relative to
 * the root, the script to the package; the script prints the file's content. `<file>#<name>` is the part of a file between
 * the lines `<!-- <name>:begin … -->` and `<!-- <name>:end -->`. `<folder>/` is a whole folder: the script prints JSON, name → content.
 * Committed and printed text must agree. A script under `generatesWithDatabase` starts a server, which is too slow for this check: its file
 * is written here too, but a test of its package compares it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CheckContext } from '../suite.ts';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

interface Target {
  readonly file: string;
  /** undefined: the whole file. */
  readonly part: string | undefined;
  readonly script: string;
}

export const generated: Check = {
  name: 'generated files',
  run: async (context) => {
    const stale: string[] = [];
    for (const target of targets(context.root, ['generates'])) {
      const made = filesOf(context.root, target, await print(context, target));
      for (const [file, after] of made) {
        if (readOrEmpty(join(context.root, file)) !== after)
          stale.push(`${file} is stale; \`npm run generate\` writes it (from ${target.script})`);
      }
      stale.push(
        ...leftOver(context.root, target, made).map((file) => `${file} is no longer printed by ${target.script}`),
      );
    }
    return stale.length === 0 ? null : stale.join('\n');
  },
};

export async function generate(context: CheckContext): Promise<void> {
  for (const target of targets(context.root, ['generates', 'generatesWithDatabase'])) {
    const made = filesOf(context.root, target, await print(context, target));
    for (const [file, text] of made) {
      mkdirSync(dirname(join(context.root, file)), { recursive: true });
      writeFileSync(join(context.root, file), text);
    }
    for (const file of leftOver(context.root, target, made)) rmSync(join(context.root, file));
    console.log(`${target.file}${target.part === undefined ? '' : `, ${target.part}`}`);
  }
}

/** Paths from the root with their content. */
function filesOf(root: string, target: Target, printed: string): ReadonlyMap<string, string> {
  const { file } = target;
  if (!file.endsWith('/')) return new Map([[file, withPart(readOrEmpty(join(root, file)), target, printed)]]);
  const texts = Object.entries(JSON.parse(printed) as Record<string, string>);
  return new Map(texts.map(([name, text]) => [`${file}${name}`, text]));
}

/** Files of a generated folder that its script does not print any more. */
function leftOver(root: string, { file: folder }: Target, made: ReadonlyMap<string, string>): string[] {
  if (!folder.endsWith('/')) return [];
  return listFiles(root).filter((file) => file.startsWith(folder) && !made.has(file));
}

type Key = 'generates' | 'generatesWithDatabase';

function targets(root: string, keys: readonly Key[]): Target[] {
  const packages = listFiles(root).filter((path) => /(^|\/)package\.json$/.test(path));
  // The root's first: other scripts import code that stands on lists which these make.
  packages.sort((one, other) => Number(other === 'package.json') - Number(one === 'package.json'));
  return packages.flatMap((path) => {
    const declared = JSON.parse(readFileSync(join(root, path), 'utf8')) as Partial<Record<Key, Record<string, string>>>;
    const scripts = keys.flatMap((key) => Object.entries(declared[key] ?? {}));
    return scripts.map(([name, script]) => {
      const [file = name, part] = name.split('#');
      return { file, part, script: join(dirname(path), script) };
    });
  });
}

/** Rejects with what the script wrote to stderr when it fails. */
async function print({ root, env, limitMs }: CheckContext, { script }: Target): Promise<string> {
  const options = { cwd: root, env, timeout: limitMs, maxBuffer: OUTPUT_BYTES_MAX };
  try {
    return (await promisify(execFile)(process.execPath, [join(root, script)], options)).stdout;
  } catch (error) {
    const { killed, message } = error as Error & { killed?: boolean };
    // A machine that is too busy, or a script that hangs: the message of the process alone says neither.
    if (killed === true)
      throw new Error(`${script} took more than ${limitMs / 1000} s and was ended`, { cause: error });
    throw new Error(`${script} failed: ${message}`, { cause: error });
  }
}

export function withPart(text: string, { file, part }: Pick<Target, 'file' | 'part'>, content: string): string {
  if (part === undefined) return content;
  const [open, close] = [new RegExp(`^<!-- ${part}:begin.*-->\\n`, 'm'), `<!-- ${part}:end -->`];
  const start = open.exec(text);
  const end = text.indexOf(close);
  if (start === null || end < start.index)
    throw new Error(`${file} has no lines "<!-- ${part}:begin … -->" and "${close}"`);
  return `${text.slice(0, start.index)}${start[0]}${content.trimEnd()}\n${text.slice(end)}`;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
