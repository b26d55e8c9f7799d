/** A pack of examples/packs: its manifest at an API on this machine, which plays the recording of the pack. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SAMPLES } from '@farebox/files';
import { parseManifestText } from '@farebox/manifest';
import { type ApiSaid, type AskedApi, type HttpApiServer, startHttpApi } from './open-http-api.ts';

export const PACKS = ['queue', 'predictions', 'images', 'speech'] as const;
export type PackName = (typeof PACKS)[number];

/** The response instead of the recorded one. @param times how often this line was asked, from 1. */
export type PackFault = (asked: AskedApi, times: number) => ApiSaid | undefined;

export interface Pack extends HttpApiServer {
  /** The manifest with the address of the API on this machine. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Settings of the worker: the folder with the key, and the host. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests that begin work at the API. */
  readonly begun: () => number;
}

export const KEY = 'key-of-the-pack';

export async function openPack(name: PackName, fault: PackFault = () => undefined): Promise<Pack> {
  const document = manifestIn(name);
  const runner = document['runner'] as Readonly<Record<string, unknown>>;
  const recording = JSON.parse(readFileSync(join(FOLDER, name, 'recording.json'), 'utf8')) as readonly Exchange[];
  const times = new Map<string, number>();
  const server = await startHttpApi((asked) => {
    const n = (times.get(asked.line) ?? 0) + 1;
    times.set(asked.line, n);
    return fault(asked, n) ?? sampleAt(asked.line) ?? playedAt(recording, { line: asked.line, n, host: server.host });
  });
  const secrets = mkdtempSync(join(tmpdir(), 'farebox-pack-'));
  writeFileSync(join(secrets, String(runner['secret'])), `${server.host} ${KEY}\n`);
  const url = String(runner['url']).replace(/^https:\/\/[^/]+/, `http://${server.host}`);
  return {
    ...server,
    manifest: { ...document, runner: { ...runner, url } },
    env: { FAREBOX_RUNNER_SECRETS_DIR: secrets, FAREBOX_RUNNER_HOSTS: '127.0.0.1' },
    begun: () => server.asked.filter(({ line }) => line === recording[0]?.request).length,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(secrets, { recursive: true, force: true });
    },
  };
}

const FOLDER = fileURLToPath(new URL('../../../../examples/packs/', import.meta.url));

function manifestIn(name: PackName): Readonly<Record<string, unknown>> {
  const parsed = parseManifestText(readFileSync(join(FOLDER, name, 'manifest.yaml'), 'utf8'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.document as Readonly<Record<string, unknown>>;
}

interface Exchange {
  readonly request: string;
  readonly response: Exclude<ApiSaid, 'lost'>;
}

interface Asking {
  readonly line: string;
  readonly n: number;
  readonly host: string;
}

/** The nth response to that request; the last one is repeated. */
function playedAt(recording: readonly Exchange[], { line, n, host }: Asking): ApiSaid {
  const same = recording.filter(({ request }) => request === line);
  const { response } = same[Math.min(n, same.length) - 1] ?? {};
  return response === undefined
    ? { status: 404, body: { detail: 'not in the recording' } }
    : { ...response, body: withSamples(response.body, host) };
}

const SAMPLE_PATH = '/samples/';

function sampleAt(line: string): ApiSaid | undefined {
  const [, id] = /^GET \/samples\/(\w+)$/.exec(line) ?? [];
  const sample = id === undefined ? undefined : SAMPLES.get(id);
  return sample === undefined
    ? undefined
    : { headers: { 'content-type': sample.mimeType }, body: readFileSync(sample.path) };
}

/** The recorded JSON with sample files in place of `{ "$file": …, "as": … }`. */
function withSamples(value: unknown, host: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withSamples(each, host));
  if (typeof value !== 'object' || value === null) return value;
  const { $file: id, as } = value as { readonly $file?: string; readonly as?: 'url' | 'base64' | 'bytes' };
  if (id === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSamples(each, host)]));
  if (as === 'url') return `http://${host}${SAMPLE_PATH}${id}`;
  const bytes = readFileSync(SAMPLES.get(id)?.path ?? '');
  return as === 'base64' ? bytes.toString('base64') : bytes;
}
