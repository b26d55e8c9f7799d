/** The call of @farebox/sdk for each operation, as lines of code. Null: the SDK has no method, and the sample uses `fetch`. */
import type { AGENT_ROUTES, RouteName, RUNNER_ROUTES, SIGNED_ROUTES } from '../../routes/index.ts';
import type { ResumableOperation } from '../resumable.ts';
import type { GUIDE_OPERATION } from '../guide.ts';
import { literal, TYPESCRIPT } from './literal.ts';
import type { SampleRequest } from './request.ts';

export interface SdkCall {
  /** Names from `@farebox/sdk` besides `createFarebox`. */
  readonly imports?: readonly string[];
  /** Names from `@farebox/sdk/node`. */
  readonly node?: readonly string[];
  readonly lines: readonly string[];
}

type OperationName =
  | RouteName
  | keyof typeof AGENT_ROUTES
  | keyof typeof RUNNER_ROUTES
  | keyof typeof SIGNED_ROUTES
  | ResumableOperation
  | typeof GUIDE_OPERATION;

type Call = ((request: SampleRequest) => SdkCall) | null;

const printed = (call: string): SdkCall => ({ lines: [`console.log(await farebox.${call});`] });
const iterated = (name: string, call: string, shown: string): SdkCall => ({
  lines: [`for await (const ${name} of farebox.${call}) console.log(${shown});`],
});
const js = (value: unknown): string => literal(value, TYPESCRIPT);
/** The text of a path segment. */
const segment = ({ path }: SampleRequest, index: number): string => js(path.split('/').at(index));
const json = ({ body }: SampleRequest): Readonly<Record<string, unknown>> =>
  body !== null && 'json' in body ? body.json : {};

const REQUEST_NAME = 'order-17/photo-1';
const paid = (request: SampleRequest): string =>
  js({ ceiling: json(request)['maximumChargeMicros'], request: REQUEST_NAME });
const itemsOf = (request: SampleRequest): readonly unknown[] =>
  ((json(request)['items'] ?? []) as readonly { readonly arguments: unknown }[]).map((item) => item.arguments);

/** Complete by type: an operation without an entry does not compile. */
export const SDK_CALLS: Readonly<Record<OperationName, Call>> = {
  getProject: () => printed('project()'),
  getUsage: () => printed('usage()'),
  getCatalog: () => printed('catalog()'),
  createQuote: (request) => printed(`quote(${js(json(request)['tool'])}, ${js(json(request)['arguments'])})`),
  createExecution: (request) => ({
    lines: [
      '// The name of the request makes sure that it is paid only once.',
      `const execution = await farebox.execute(${js(json(request)['tool'])}, ${js(json(request)['arguments'])}, ${paid(request)});`,
      'console.log(await farebox.wait(execution.id));',
    ],
  }),
  listExecutions: () => iterated('execution', 'list()', 'execution.id, execution.status'),
  getExecution: (request) => printed(`get(${segment(request, -1)})`),
  readExecutions: (request) => printed(`getMany(${js(json(request)['ids'])})`),
  streamExecution: (request) => iterated('execution', `events(${segment(request, -2)})`, 'execution.status'),
  streamExecutions: () => iterated('execution', 'events()', 'execution.id, execution.status'),
  createEventUrl: (request) => printed(`eventUrl(${js(json(request))})`),
  streamEventUrl: () => ({
    lines: [
      '// On your server:',
      'const { url } = await farebox.eventUrl();',
      '// In the page that shows the executions:',
      'const events = new EventSource(url);',
      "events.addEventListener('execution', (event) => {",
      '  console.log(JSON.parse((event as MessageEvent).data));',
      '});',
    ],
  }),
  cancelExecution: (request) => printed(`cancel(${segment(request, -2)})`),
  downloadArtifact: (request) => ({
    node: ['saveAs'],
    lines: [
      `const execution = await farebox.get(${segment(request, 3)});`,
      'for (const artifact of farebox.artifacts(execution)) await saveAs(artifact, artifact.id);',
    ],
  }),
  uploadFile: () => ({ node: ['fileAt'], lines: ["console.log(await farebox.upload(await fileAt('photo.png')));"] }),
  uploadFromUrl: (request) => {
    const { url, mimeType } = json(request);
    return printed(`uploadFrom(${js(url)}, ${js({ mimeType })})`);
  },
  createUploadUrl: (request) => printed(`uploadUrl(${js(json(request))})`),
  putUpload: () => ({
    imports: ['putFile'],
    node: ['fileAt'],
    lines: [
      '// On your server:',
      "const address = await farebox.uploadUrl({ mimeType: 'image/png', sizeBytesMax: 1_048_576 });",
      '// In the page that has the file:',
      "console.log(await putFile(address, await fileAt('photo.png')));",
    ],
  }),
  createBatchQuote: (request) => printed(`batches.quote(${js(json(request)['tool'])}, ${js(itemsOf(request))})`),
  createBatch: (request) => ({
    lines: [
      `const batch = await farebox.executeBatch(${js(json(request)['tool'])}, ${js(itemsOf(request))}, ${paid(request)});`,
      'console.log(await farebox.batches.wait(batch.id));',
    ],
  }),
  listBatches: () => iterated('batch', 'batches.list()', 'batch.id, batch.executionCount'),
  getBatch: (request) => printed(`batches.get(${segment(request, -1)})`),
  cancelBatch: (request) => printed(`batches.cancel(${segment(request, -2)})`),
  streamBatch: (request) => iterated('batch', `batches.events(${segment(request, -2)})`, 'batch.counts'),
  getBatchResults: (request) =>
    iterated('result', `batches.results(${segment(request, -2)})`, 'result.index, result.artifacts'),
  saveTemplate: (request) => printed(`templates.save(${js(json(request))})`),
  listTemplates: () => printed('templates.list()'),
  getTemplate: (request) => printed(`templates.get(${segment(request, -1)})`),
  getTemplateVersion: (request) => printed(`templates.get(${segment(request, -2)}, 1)`),
  activateTemplate: (request) => printed(`templates.activate(${segment(request, -2)}, 1)`),
  archiveTemplate: (request) => printed(`templates.archive(${segment(request, -2)})`),
  createResumableUpload: () => printed("beginUpload({ mimeType: 'video/mp4', sizeBytes: 52_428_800 })"),
  appendToUpload: () => ({
    imports: ['putParts'],
    node: ['fileAt'],
    lines: [
      "const file = await fileAt('film.mp4');",
      "const address = await farebox.beginUpload({ mimeType: 'video/mp4', sizeBytes: file.size });",
      'console.log(await putParts(address, file));',
    ],
  }),
  describeResumableUploads: null,
  readResumableUpload: null,
  findUploadOffset: null,
  endUpload: null,
  callMcp: null,
  claimRun: null,
  reportRun: null,
  readGuide: null,
};
