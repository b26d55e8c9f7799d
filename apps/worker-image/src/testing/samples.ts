/** Source images for the tests of this app, made by sharp itself, and a function that runs an operation. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileFacts, type JsonObject, type Quote, createCatalog } from '@farebox/catalog';
import type { InputFile, LocalOperation, OperationOutput } from '@farebox/worker';
import sharp, { type Sharp } from 'sharp';

export const catalog = createCatalog({ rehearsal: true });

/** A directory that is removed when it goes out of scope. */
export async function scratch(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'farebox-image-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Coloured waves with edges: they compress like a photograph and have no symmetry. */
export function waves(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let index = 0; index < width * height; index++) {
    const x = (index % width) / width;
    const y = Math.floor(index / width) / height;
    data[index * channels] = 255 * x;
    data[index * channels + 1] = 127 + 127 * Math.sin(17 * x * y + 9 * y);
    data[index * channels + 2] = x + 2 * y > 1.2 ? 220 : 30;
    if (channels === 4) data[index * channels + 3] = y > 0.5 ? 255 : 0;
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** @param background #rrggbb, or #rrggbbaa for an image with transparency. */
export const plain = (width: number, height: number, background: string): Sharp =>
  sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } });

export async function sourceFile(
  path: string,
  mimeType: string,
  size?: { width: number; height: number },
): Promise<InputFile> {
  const { size: sizeBytes } = await stat(path);
  const { width, height } = size ?? (await sharp(path).metadata()).autoOrient;
  return { fileId: 'file_a', path, mimeType, sizeBytes, width, height };
}

const factsOf = ({ fileId: id, mimeType, sizeBytes, width = 1, height = 1 }: InputFile): FileFacts => ({
  id,
  mimeType,
  sizeBytes,
  sha256: '0'.repeat(64),
  width,
  height,
});

type FileOf = (fileId: string) => InputFile;

/** The quote of an input with these files. */
function quoteOf(tool: string, input: JsonObject, fileOf: FileOf): Quote {
  const prepared = catalog.prepare({ tool, arguments: input });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  const quote = catalog.quote(prepared, new Map(prepared.fileIds.map((id) => [id, factsOf(fileOf(id))])));
  if (!quote.ok) throw new Error(JSON.stringify(quote));
  return quote;
}

export interface Ran extends OperationOutput {
  readonly quote: Quote;
  /** Contents of the artifacts, in order. */
  readonly contents: readonly Buffer[];
}

export interface RunInput {
  readonly tool: string;
  readonly input: JsonObject;
  /** Used for every file of the input that `files` does not contain. */
  readonly source: InputFile;
  readonly files?: Readonly<Record<string, InputFile>>;
  readonly signal?: AbortSignal;
}

function hasSource(tool: string): boolean {
  const schema: { readonly properties?: object } | undefined = catalog.tools.find(
    ({ name }) => name === tool,
  )?.inputSchema;
  return 'source' in (schema?.properties ?? {});
}

/** Quotes and runs one input as the step loop would. */
export async function run(
  operations: Readonly<Record<string, LocalOperation>>,
  { tool, input, source, files = {}, signal = new AbortController().signal }: RunInput,
): Promise<Ran> {
  const fileOf: FileOf = (id) => files[id] ?? source;
  const quote = quoteOf(tool, { ...input, ...(hasSource(tool) ? { source: { fileId: 'file_a' } } : {}) }, fileOf);
  await using directory = await scratch();
  const [step] = quote.plan;
  const operation = operations[step?.operation ?? ''];
  if (step === undefined || operation === undefined) throw new Error(`no operation for ${tool}`);
  const output = await operation({
    projectId: 'project-one',
    organizationId: 'org-one',
    parameters: step.parameters,
    inputs: Object.fromEntries(
      Object.entries(step.inputs).map(([field, ref]) => [field, fileOf('fileId' in ref ? ref.fileId : '')]),
    ),
    directory: directory.path,
    signal,
    usedCpu: () => {},
    onProgress: () => {},
  });
  return { ...output, quote, contents: await Promise.all(output.artifacts.map(({ path }) => readFile(path))) };
}

/** Runs a tool on an image in its own format; the file is written to the directory. */
export async function runPicture(
  operations: Readonly<Record<string, LocalOperation>>,
  { tool, image, input, directory }: { tool: string; image: Sharp; input: JsonObject; directory: string },
): Promise<Ran> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const path = join(directory, randomUUID());
  await writeFile(path, data);
  return run(operations, {
    tool,
    input,
    source: await sourceFile(path, `image/${info.format === 'heif' ? 'avif' : info.format}`),
  });
}
