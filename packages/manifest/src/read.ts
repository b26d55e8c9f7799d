/**
 * Reads one manifest from anybody. A manifest that was read is within all limits, has a highest price for every call,
 * and has an example that can be quoted. Nothing here opens a file or a connection, and nothing of the manifest runs.
 */
import { hash } from 'node:crypto';
import type { FieldProblems } from '@farebox/contract';
import { invariant } from '@farebox/kernel';
import {
  checkMembers,
  createProblems,
  isObject,
  type PriceRule,
  type Problems,
  quoteCall,
  type QuotedUnits,
} from '@farebox/price-rules';
import canonicalize from 'canonicalize';
import { type CallContext, readCall } from './call.ts';
import { copyDocument } from './document.ts';
import { checkFiles } from './file-rules.ts';
import { checkHeading } from './heading.ts';
import { checkSchema } from './input/check-schema.ts';
import { createCompiler, defaultProblems, withFiles } from './input/reader.ts';
import type { JsonMembers, Manifest, SampleFile } from './manifest.ts';
import { checkOutput } from './output.ts';
import { readManifestPrice } from './price.ts';
import { checkRunner } from './runner/check-runner.ts';
import { checkTestForm } from './tests/form.ts';
import { checkTestValues } from './tests/values.ts';

/** A checked manifest, ready to be stored as a tool version. */
export interface ToolManifest {
  /** Frozen. Optional members that the author left out are absent. */
  readonly manifest: Manifest;
  /** The manifest as RFC 8785 canonical JSON. */
  readonly canonical: string;
  /** SHA-256 of `canonical` in hexadecimal: equal for documents of the same content. */
  readonly digest: string;
  /** JSON Schema 2020-12 of the arguments, with a schema of its own in place of each `farebox:file`. */
  readonly inputSchema: JsonMembers;
  /** The price with its bound: quotes calls. */
  readonly rule: PriceRule;
  /** The quote of the example. */
  readonly exampleQuote: QuotedUnits;
}

export type ReadManifest =
  | ({ readonly ok: true } & ToolManifest)
  /** JSON Pointer into the manifest → problem, and what to write instead; at most 50. */
  | { readonly ok: false; readonly problems: FieldProblems };

const NEEDED = ['farebox', 'name', 'title', 'description', 'category', 'input', 'example', 'price', 'runner'] as const;
const OPTIONAL = ['files', 'output', 'test'] as const;

/**
 * @param document as parsed from JSON or YAML, from anybody. Work is bounded, whatever it is.
 * @param samples the files that every project has; example and test cases may name no others.
 */
export function readManifest(
  document: unknown,
  { samples }: { readonly samples: readonly SampleFile[] },
): ReadManifest {
  const copied = copyDocument(document);
  if (!copied.ok) return copied;
  const { value } = copied;
  if (!isObject(value)) return { ok: false, problems: { '': `must be an object with ${NEEDED.join(', ')}` } };
  const problems = createProblems();
  const rule = checkForm(value, problems);
  if (rule === null || !problems.isEmpty) return { ok: false, problems: problems.told };
  const manifest = value as unknown as Manifest;
  const inputSchema = withFiles(manifest.input);
  const exampleQuote = checkValues(manifest, rule, { inputSchema, samples, problems });
  if (exampleQuote === null || !problems.isEmpty) return { ok: false, problems: problems.told };
  const canonical = canonicalize(manifest);
  invariant(canonical !== undefined, 'a copied document is JSON');
  return { ok: true, manifest, canonical, digest: hash('sha256', canonical), inputSchema, rule, exampleQuote };
}

/** Checks each member. @returns the price, null if it has a problem. */
function checkForm(manifest: Readonly<Record<string, unknown>>, problems: Problems): PriceRule | null {
  const { input, example, files, output } = manifest;
  checkMembers(manifest, NEEDED, { at: '', problems, optional: OPTIONAL });
  checkHeading(manifest, problems);
  const fileArguments = input === undefined ? [] : checkSchema(input, '/input', { use: 'input', problems });
  if (example !== undefined && !isObject(example)) problems.add('/example', 'must be an object of arguments');
  checkFiles(files, fileArguments, problems);
  checkOutput(output, fileArguments, problems);
  checkRunner(manifest, problems);
  checkTestForm(manifest, problems);
  return readManifestPrice(manifest, problems);
}

interface Checked {
  readonly inputSchema: JsonMembers;
  readonly samples: readonly SampleFile[];
  readonly problems: Problems;
}

/** Compares the members of a manifest whose form is right. @returns the quote of the example, null if there is a problem. */
function checkValues(
  manifest: Manifest,
  rule: PriceRule,
  { inputSchema, samples, problems }: Checked,
): QuotedUnits | null {
  const compile = createCompiler();
  for (const [at, problem] of defaultProblems(inputSchema, compile)) problems.add(`/input${at}`, problem);
  // The example is validated with the defaults, so they must be valid themselves.
  if (!problems.isEmpty) return null;
  const context: CallContext = {
    compile,
    reader: compile(inputSchema),
    rules: manifest.files ?? {},
    samples,
    problems,
  };
  const call = readCall(manifest.example, '/example', context);
  const quote = call === null ? null : quoteCall(rule, call);
  checkTestValues(manifest, rule, context);
  return quote;
}
