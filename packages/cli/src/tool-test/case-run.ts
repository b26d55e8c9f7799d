/** One test case as a run, from its start to its end, with all faults that can be seen in it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { publicUrlProblem } from '@farebox/kernel';
import { expectedProblem, type Manifest, resultProblem, type TestCall, type TestCase } from '@farebox/manifest';
import { type ReceivedReply, type RunStart, usdText } from '@farebox/runner-protocol';
import type { Asking, Heard } from './exchange.ts';
import type { Found } from './faults.ts';
import type { FileServer } from './file-server.ts';
import { mediaTypeOf } from './media-type.ts';
import { bytesOfSample } from './samples.ts';

export interface Bench {
  readonly manifest: Manifest;
  /** Starts a run, finds its state or cancels it, by the way of the runner's kind. */
  readonly ask: (asking: Asking) => Promise<Heard>;
  readonly files: FileServer;
  /** Seconds until a runner must have responded. */
  readonly startSeconds: number;
}

export interface Prepared {
  readonly token: string;
  readonly start: RunStart;
  /** Bytes of all inputs. */
  readonly inputBytes: number;
}

const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;

export async function prepare(
  { manifest, files }: Bench,
  { arguments: given, files: named, quote }: TestCall,
  sizeBytesMax?: number,
): Promise<Prepared> {
  const contents = await Promise.all(named.map(({ sample }) => bytesOfSample(sample.id)));
  const inputs = named.map(({ pointer, sample: { id: _, ...facts } }, index) => ({
    ...(facts as Omit<RunStart['inputs'][number], 'pointer' | 'url'>),
    pointer,
    url: files.offer(contents[index] ?? Buffer.alloc(0)),
  }));
  const outputs = (manifest.output?.artifacts ?? []).map(({ mimeTypes, size }) => {
    const most = sizeBytesMax ?? ('like' in size ? undefined : size.sizeBytesMax) ?? OUTPUT_BYTES_MAX;
    return { put: files.take(most), mimeTypes, sizeBytesMax: most };
  });
  const { maxRuntimeSeconds } = manifest.runner;
  return {
    token: `exe_${randomUUID().replaceAll('-', '').slice(0, 26)}.0`,
    inputBytes: contents.reduce((sum, { length }) => sum + length, 0),
    start: {
      protocol: 1,
      tool: manifest.name,
      version: 1,
      arguments: withInputs(given, named),
      inputs,
      outputs,
      limits: {
        deadline: new Date(Date.now() + maxRuntimeSeconds * 1000).toISOString(),
        unitsMax: Number(quote.units),
        costMaxUsd: usdText(quote.maximumMicros),
      },
    },
  };
}

/** Each file argument becomes its place in `inputs`. */
function withInputs(given: TestCall['arguments'], files: TestCall['files']): RunStart['arguments'] {
  const copy = structuredClone(given) as Record<string, unknown>;
  files.forEach(({ pointer }, index) => {
    const parts = pointer.split('/').slice(1);
    const last = parts.pop() ?? '';
    const holder = parts.reduce((value, part) => (value as Record<string, Record<string, unknown>>)[part] ?? {}, copy);
    holder[last] = { input: index };
  });
  return copy as RunStart['arguments'];
}

export interface Ran {
  /** Null: the run did not come to an end that was stated. */
  readonly end: ReceivedReply | null;
  readonly found: readonly Found[];
  readonly ms: number;
  readonly outputBytes: number;
}

const POLL_MS = 250;
const NOT_TAKEN_MAX = 10;
const RETRY_SECONDS_MAX = 5;

/** Starts a run and follows it to its end. @param isStarted true: only follows it. */
export async function follow(bench: Bench, { token, start }: Prepared, isStarted = false): Promise<Ran> {
  const [startMs, outputs] = [performance.now(), start.outputs.length];
  const limitMs = bench.manifest.runner.maxRuntimeSeconds * 1000;
  const found: Found[] = [];
  const done = (end: ReceivedReply | null): Ran => {
    const seen = [...found, ...(end === null ? [] : faultsOfEnd(bench, start, end))];
    const outputBytes = start.outputs.reduce((sum, { put }) => sum + (bench.files.uploads(put)[0]?.sizeBytes ?? 0), 0);
    return { end, found: seen, ms: performance.now() - startMs, outputBytes };
  };
  let action: 'start' | 'find' = isStarted ? 'find' : 'start';
  for (let refused = 0; ;) {
    const heard = await bench.ask({ token, action, body: JSON.stringify(start), outputs });
    found.push(...heard.found);
    if (heard.reply === null) return done(null);
    const { reply } = heard;
    if (reply.status === 'not_taken' && action === 'start' && ++refused < NOT_TAKEN_MAX) {
      await pause(Math.min(reply.retryAfterSeconds ?? 1, RETRY_SECONDS_MAX) * 1000);
      continue;
    }
    if (reply.status !== 'running') return done(reply);
    action = 'find';
    if (performance.now() - startMs > limitMs) {
      found.push({ fault: 'slow', seen: `the run has not ended within ${limitMs / 1000} s (maxRuntimeSeconds)` });
      return done(null);
    }
    await pause(POLL_MS);
  }
}

function faultsOfEnd({ files, manifest }: Bench, { outputs, limits }: RunStart, end: ReceivedReply): Found[] {
  const found: Found[] = [];
  const cost = 'cost' in end ? end.cost?.usd : undefined;
  if (cost !== undefined && Number(cost) > Number(limits.costMaxUsd))
    found.push({ fault: 'cost', seen: `a cost of ${cost}; the highest is ${limits.costMaxUsd}` });
  outputs.forEach(({ put, mimeTypes, sizeBytesMax }, index) => {
    const uploads = files.uploads(put);
    const largest = Math.max(0, ...uploads.map(({ sizeBytes }) => sizeBytes));
    if (largest > sizeBytesMax && end.status === 'succeeded')
      found.push({ fault: 'bytes', seen: `output ${index} has ${largest} bytes, at most ${sizeBytesMax} are allowed` });
    const [first, ...others] = uploads.filter(({ sizeBytes }) => sizeBytes <= sizeBytesMax);
    if (others.length > 0)
      found.push({ fault: 'artifacts', seen: `output ${index} was uploaded ${uploads.length} times` });
    if (first === undefined) return;
    const types = [first.mimeType.split(';', 1)[0] ?? '', mediaTypeOf(first.bytes) ?? first.mimeType];
    const wrong = types.find((type) => !mimeTypes.includes(type));
    if (wrong !== undefined)
      found.push({ fault: 'mediaType', seen: `output ${index} is ${wrong}; allowed are ${mimeTypes.join(', ')}` });
  });
  if (end.status !== 'succeeded') return found;
  const problem = resultProblem(manifest, end.result);
  if (problem !== null) found.push({ fault: 'result', seen: problem });
  if (end.units === undefined && 'reported' in manifest.price.units)
    found.push({ fault: 'units', seen: 'no units were reported, and the price depends on them' });
  if (end.units !== undefined && end.units > limits.unitsMax)
    found.push({ fault: 'units', seen: `${end.units} units were reported; ${limits.unitsMax} were quoted` });
  end.artifacts.forEach((artifact, index) => {
    const put = outputs[index]?.put ?? '';
    if ('put' in artifact && files.uploads(put).length === 0)
      found.push({ fault: 'artifacts', seen: `output ${index} is said to be uploaded, and nothing was` });
    const address = 'url' in artifact ? publicUrlProblem(artifact.url) : null;
    if (address !== null) found.push({ fault: 'redirect', seen: `the URL of output ${index} ${address.text}` });
  });
  return found;
}

/** How an end differs from what its case expects. */
export function faultsOfCase(end: ReceivedReply, expected: TestCase['expect']): Found[] {
  if (end.status === 'unusable') return []; // told already
  if (end.status !== 'succeeded') {
    const reason = 'message' in end ? `: ${end.message}` : '';
    return [{ fault: 'case', seen: `it ended as ${end.status}${reason}` }];
  }
  const found: Found[] = [];
  if (expected.units !== undefined && end.units !== undefined && end.units !== expected.units)
    found.push({ fault: 'case', seen: `it reported ${end.units} units; ${expected.units} are expected` });
  const problem = expected.result === undefined ? null : expectedProblem(end.result, expected.result);
  if (problem !== null) found.push({ fault: 'case', seen: problem });
  return found;
}
