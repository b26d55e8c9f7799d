/** The code samples of the OpenAPI document are programs: TypeScript compiles against the SDK, Python parses, and curl commands run. */
// Modes: embedded.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { documentOf, type Document, type Operation } from './client/documented.ts';
import { identitiesOf } from './client/identities.ts';
import { foreign, printed } from './client/shell.ts';

const { key } = identitiesOf(import.meta.filename);

interface Sample {
  readonly label: string;
  readonly source: string;
}
type Sampled = Operation & { readonly 'x-codeSamples'?: readonly Sample[] };

let folder: string;
let operations: readonly Sampled[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-samples-'));
  const { paths }: Document = await documentOf(gatewayUrl());
  operations = Object.values(paths).flatMap((methods) => Object.values(methods));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function samples(label: string): readonly (readonly [operationId: string, source: string])[] {
  expect(operations.length).toBeGreaterThan(30);
  return operations.map(({ operationId, 'x-codeSamples': all = [] }) => {
    const sample = all.find((each) => each.label === label);
    if (sample === undefined) throw new Error(`${operationId} has no sample in ${label}`);
    return [operationId, sample.source];
  });
}

// issue 25.13: "samples in curl, TypeScript, Python"
test('the samples in TypeScript compile', async () => {
  const sources = join(folder, 'typescript');
  mkdirSync(sources);
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(sources, 'node_modules'));
  writeFileSync(join(sources, 'package.json'), '{"type": "module"}');
  const root = join(import.meta.dirname, '../../node_modules');
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024'],
    types: ['node'],
    typeRoots: [join(root, '@types')],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, source] of samples('TypeScript'))
    writeFileSync(join(sources, `${name}.ts`), `${source}\nexport {};\n`);
  expect(await foreign([join(root, '.bin/tsc'), '-p', '.'], sources)).toMatchObject({ stdout: '', code: 0 });
});

// issue 25.13: "samples in curl, TypeScript, Python"
test('the samples in Python are valid Python', async (context) => {
  if (!(await hasPython())) return context.skip();
  const compiled = 'import json\nfor name, source in json.load(open("python.json")): compile(source, name, "exec")';
  writeFileSync(join(folder, 'python.json'), JSON.stringify(samples('Python')));
  expect(await printed(['python3', '-c', compiled], folder)).toBe('');
});

async function hasPython(): Promise<boolean> {
  try {
    return (await foreign(['python3', '--version'], folder)).code === 0;
  } catch {
    process.stdout.write('skipped: no python3\n');
    return false;
  }
}

/** The outcome of each sample as it stands. The ids in the others belong to nobody. */
const SUCCEED: Readonly<Record<string, number>> = {
  callMcp: 200,
  createBatch: 202,
  createBatchQuote: 200,
  createExecution: 202,
  createQuote: 200,
  createResumableUpload: 201,
  createUploadUrl: 200,
  describeResumableUploads: 204,
  getCatalog: 200,
  getProject: 200,
  getUsage: 200,
  listBatches: 200,
  listExecutions: 200,
  listTemplates: 200,
  readExecutions: 200,
  readGuide: 200,
  saveTemplate: 200,
  streamExecutions: 200,
  uploadFile: 200,
};
/** No test needs the internet, and no file is at the URL of the sample. */
const FROM_URL = 'uploadFromUrl';
/** These name the template that `saveTemplate` saves, which may come before or after them. */
const OF_TEMPLATE = ['activateTemplate', 'archiveTemplate', 'getTemplate', 'getTemplateVersion'];
/** An address that was not issued is no permission. */
const OF_ADDRESS = ['endUpload', 'findUploadOffset', 'readResumableUpload'];
/** No runner key is in the environment. */
const OF_RUNNERS = ['claimRun', 'reportRun'];
/** Their commands name a file that does not exist here. */
const WITH_FILE = ['appendToUpload', 'putUpload'];
/** A stream has no end. */
const SECONDS_MAX = '--max-time 2';

// issue 25.13: "samples in curl, TypeScript, Python"
test('the samples in curl send what the operation accepts', async () => {
  const env = { FAREBOX_URL: gatewayUrl(), FAREBOX_API_KEY: key };
  for (const [name, source] of samples('curl').filter(([each]) => !WITH_FILE.includes(each))) {
    const limit = name === 'streamExecutions' ? SECONDS_MAX : '';
    const command = `${source} --silent --output /dev/null ${limit} --write-out '%{http_code}'`;
    const { stdout } = await foreign(['sh', '-c', command], folder, env);
    const expected = OF_TEMPLATE.includes(name)
      ? [200, 404]
      : [SUCCEED[name] ?? (name === FROM_URL ? 400 : [...OF_ADDRESS, ...OF_RUNNERS].includes(name) ? 401 : 404)];
    expect(expected, name).toContain(Number(stdout.slice(-3)));
  }
});
