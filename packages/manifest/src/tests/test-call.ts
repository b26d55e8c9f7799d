/** A test case of a checked manifest as a call, for a program that makes it: with defaults, files and quote. */
import { invariant } from '@farebox/kernel';
import { createProblems, filesAt, memberOf, type Pointer, quoteCall, type QuotedUnits } from '@farebox/price-rules';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readCall } from '../call.ts';
import { createCompiler } from '../input/reader.ts';
import type { JsonMembers, JsonValue, SampleFile } from '../manifest.ts';
import type { ToolManifest } from '../read.ts';

export interface TestCall {
  /** With defaults filled in. */
  readonly arguments: JsonMembers;
  readonly files: readonly { readonly pointer: Pointer; readonly sample: SampleFile }[];
  readonly quote: QuotedUnits;
}

/** @param given the arguments of the example or of a test case of this manifest, which are therefore valid. */
export function testCall(tool: ToolManifest, given: JsonMembers, samples: readonly SampleFile[]): TestCall {
  const compile = createCompiler();
  const rules = tool.manifest.files ?? {};
  const context = { compile, reader: compile(tool.inputSchema), rules, samples, problems: createProblems() };
  const call = readCall(given, '', context);
  invariant(call !== null, 'the test cases of a checked manifest are valid calls');
  const files = Object.keys(rules).flatMap((pattern) =>
    filesAt(call.arguments, pattern).flatMap(({ pointer, file }) => {
      const sample = samples.find(({ id }) => id === memberOf(file, 'fileId'));
      return sample === undefined ? [] : [{ pointer, sample }];
    }),
  );
  return { arguments: call.arguments, files, quote: quoteCall(tool.rule, call) };
}

/** @param condition of `expect.result`: a schema for each of some members. Null if the result satisfies it. */
export function expectedProblem(result: JsonValue | undefined, condition: JsonMembers): string | null {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const schema = { type: 'object', required: Object.keys(condition), properties: condition };
  try {
    return ajv.validate(schema, result) ? null : ajv.errorsText(null, { dataVar: 'result' });
  } catch (error) {
    return `"expect.result" is no schema: ${String(error)}`;
  }
}
