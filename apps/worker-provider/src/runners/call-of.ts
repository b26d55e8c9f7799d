/** The request of one run, as the adapter of its kind sends it: the start of a run, or the request of an HTTP API. */
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@farebox/catalog';
import type { Manifest } from '@farebox/manifest';
import { OperationFailure, type WholeContextOf } from '@farebox/worker';
import { type ApiCall, apiCall } from '../adapters/openapi/request.ts';
import { fieldOf, startOf, type Timing, withFiles } from './start-of.ts';

type Run = WholeContextOf<'run-tool'>;

/** Throws OperationFailure if the arguments make no request. */
export async function callOf(run: Run, runner: Manifest['runner'], now: Date): Promise<ApiCall> {
  const timing = { now, maxRuntimeSeconds: runner.maxRuntimeSeconds };
  if (runner.kind === 'openapi') return apiCall(runner, await givenOf(run, runner, timing));
  if (runner.kind === 'mcp') return { path: '', body: JSON.stringify(await givenOf(run, runner, timing)) };
  return { path: '', body: JSON.stringify(startOf(run, timing)) };
}

/** Whether the request has URLs of files, which a worker can make only with its settings for them. */
export const needsUrls = ({ files, outputs }: Run['parameters'], runner: Manifest['runner']): boolean =>
  runner.kind === 'openapi' || runner.kind === 'mcp'
    ? files.length > 0 && !isInline(runner)
    : files.length + outputs.length > 0;

type Foreign = Extract<Manifest['runner'], { readonly kind: 'openapi' | 'mcp' }>;

const isInline = ({ files = 'url' }: Foreign): boolean => files !== 'url';

/** A request with its files inside is in memory several times. */
const INLINE_BYTES_MAX = 32 * 1024 * 1024;

/** The arguments with a text in place of each file. */
async function givenOf(run: Run, runner: Foreign, timing: Timing): Promise<JsonObject> {
  const { parameters, inputs } = run;
  if (!isInline(runner)) {
    const urls = startOf({ ...run, parameters: { ...parameters, outputs: [] } }, timing).inputs.map(({ url }) => url);
    return withFiles(parameters, (n) => urls[n] ?? '');
  }
  const files = parameters.files.map((_, n) => inputs[fieldOf(n)]);
  const bytes = files.reduce((sum, file) => sum + (file?.sizeBytes ?? 0), 0);
  if (bytes > INLINE_BYTES_MAX) throw new OperationFailure('source_too_large');
  const head = (mimeType: string): string => (runner.files === 'data-url' ? `data:${mimeType};base64,` : '');
  const texts = await Promise.all(
    files.map(async (file) => (file === undefined ? '' : head(file.mimeType) + (await readFile(file.path, 'base64')))),
  );
  return withFiles(parameters, (n) => texts[n] ?? '');
}
