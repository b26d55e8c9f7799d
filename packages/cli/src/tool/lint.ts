/** `farebox tool lint`: reads a manifest as publishing does, and says each problem with its place in the text. */
import { microsToJson } from '@farebox/kernel';
import { type ManifestPlaces, parseManifestText, placesOf, type ToolManifest } from '@farebox/manifest';
import { readTool } from '@farebox/tools/read';
import { usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { CommandError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import { textFrom } from './manifest-file.ts';

export interface LintFlags {
  readonly json?: boolean;
}

interface Problem {
  /** Null: a mistake of the text itself. */
  readonly pointer: string | null;
  /** Counted from 1. */
  readonly line: number;
  readonly problem: string;
}

type Linted =
  | { readonly tool: ToolManifest; readonly problems: readonly [] }
  | { readonly tool: null; readonly problems: readonly Problem[] };

/** Throws CommandError if there is a problem. */
export async function lintTool(file: string, { json = false }: LintFlags, context: Context): Promise<void> {
  const { tool, problems } = lint(await textFrom(file, context));
  if (json) context.say(JSON.stringify({ file, problems, ...(tool === null ? {} : factsOf(tool)) }, null, 2));
  else for (const each of problems) context.say(plain(lineOf(file, each)));
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  if (tool === null) throw new CommandError('failed', `${file} has ${count}`);
  if (json) return;
  context.say(plain(sentenceOf(tool)));
  context.tell(`Next: farebox tool publish ${file} --preview`);
}

function lint(text: string): Linted {
  const parsed = parseManifestText(text);
  if (!parsed.ok)
    return { tool: null, problems: parsed.problems.map(({ line, problem }) => ({ pointer: null, line, problem })) };
  const read = readTool(parsed.document);
  if (read.ok) return { tool: read, problems: [] };
  const places = placesOf(text);
  const problems = Object.entries(read.problems)
    .map(([pointer, problem]) => ({ pointer, line: lineAt(places, pointer), problem }))
    .toSorted((a, b) => a.line - b.line);
  return { tool: null, problems };
}

/** A member that is missing has the line of the object that needs it. */
const lineAt = (places: ManifestPlaces, pointer: string): number =>
  places.get(pointer) ?? lineAt(places, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));

/** As compilers write places, so that editors find the line. */
const lineOf = (file: string, { line, pointer, problem }: Problem): string =>
  [`${file}:${line}:`, ...(pointer === null || pointer === '' ? [] : [pointer]), problem].join(' ');

const factsOf = ({ manifest, digest, exampleQuote, rule, inputSchema }: ToolManifest) => ({
  name: manifest.name,
  digest,
  exampleMaximumMicros: microsToJson(exampleQuote.maximumMicros),
  highestPriceMicros: microsToJson(rule.chargeMaxMicros),
  inputSchema,
});

function sentenceOf(tool: ToolManifest): string {
  const { name, exampleMaximumMicros, highestPriceMicros } = factsOf(tool);
  return `${name} has no problem. The example costs at most ${usdOf(exampleMaximumMicros)}, any call at most ${usdOf(highestPriceMicros)}.`;
}
