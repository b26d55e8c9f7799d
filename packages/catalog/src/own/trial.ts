/** Tries an own tool before it is offered: a defect of one manifest must not be found by a request for the whole catalog. */
import { fileProblem } from '../files/file.ts';
import { boundsOfFile } from '../files/bounds.ts';
import { SAMPLE_FILES } from '../files/samples.ts';
import { copyJson } from '../json.ts';
import type { OwnTool } from './tool.ts';

/** Why the example cannot be quoted; null if it can. Compiles the schema, which takes a few milliseconds. May throw. */
export function trialProblem(tool: OwnTool): string | null {
  const example = copyJson(tool.example);
  if (example === null) return 'the example is too large';
  const read = tool.reader(tool.inputSchema)(example);
  if (!read.ok) return `the example is not valid: ${JSON.stringify(read.fields)}`;
  const files = new Map(SAMPLE_FILES.map((file) => [file.id, file]));
  for (const { pointer, ref, rule } of read.use.fileUses) {
    const problem = 'fileId' in ref ? fileProblem(files.get(ref.fileId), rule) : 'is no file';
    if (problem !== null) return `${pointer} of the example ${problem}`;
  }
  const planned = read.use.plan((ref) => {
    const file = 'fileId' in ref ? files.get(ref.fileId) : undefined;
    if (file === undefined) throw new Error('the example names a file that is no sample');
    return boundsOfFile(file);
  });
  return planned.ok ? null : `the example cannot be planned: ${JSON.stringify(planned.fields)}`;
}
