/** Tools that teams add by a manifest: publish, activate, retire, list, read. */
import type { OperatorRoute } from '../route.ts';
import { ReasonBody } from '../schemas/reason.ts';
import {
  ActivateToolRequest,
  OwnTool,
  OwnToolDetails,
  OwnToolName,
  OwnToolPage,
  OwnToolQuery,
  OwnToolVersionQuery,
  PreviewToolRequest,
  PublishedTool,
  PublishToolRequest,
  ToolPreview,
} from '../schemas/tools.ts';

const ofPlatform = { tag: 'Tools', access: 'platform' } as const;
const ofTool = { ...ofPlatform, params: { toolName: OwnToolName } } as const;
const tool = { 200: { description: 'The tool.', schema: OwnTool } } as const;
/** A text of 256 KiB as a JSON string, in which line feeds and quotes have two characters. */
const bodyBytesMax = 640 * 1024;

const manifest = {
  farebox: 1,
  name: 'acme-greet',
  title: 'Greet',
  description: 'Returns a greeting for a name.',
  category: 'image',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
  },
  example: { name: 'Ann' },
  price: { unit: 'run', unitPriceMicros: 1_000, minimumChargeMicros: 1_000, units: { ceil: 1 }, onFailure: 'none' },
  runner: {
    kind: 'http',
    url: 'https://runner.acme.example/farebox/v1',
    secret: 'acme-runner',
    idempotent: true,
    maxRuntimeSeconds: 30,
    concurrency: 8,
  },
  test: { simulate: { result: { text: 'Hello, Ann' } } },
};

export const toolRoutes = {
  listTools: {
    ...ofPlatform,
    method: 'GET',
    path: '/own-tools',
    query: OwnToolQuery,
    summary: 'List the tools that teams added',
    description:
      'Every tool that was published by a manifest, the last changed first. Tools of Farebox itself are not listed.',
    successes: { 200: { description: 'A page of tools.', schema: OwnToolPage } },
    errors: [],
  },
  getTool: {
    ...ofTool,
    method: 'GET',
    path: '/own-tools/{toolName}',
    query: OwnToolVersionQuery,
    summary: 'Read a tool that a team added',
    description: 'Returns the manifest of one version, and lists the versions.',
    successes: { 200: { description: 'The tool with a manifest.', schema: OwnToolDetails } },
    errors: [],
  },
  publishTool: {
    ...ofPlatform,
    method: 'POST',
    path: '/own-tools',
    act: 'tool.publish',
    bodyBytesMax,
    summary: 'Publish a manifest as a version of a tool',
    description:
      'Publishing the same content again returns the same version. No client sees the version before it is active. A retired tool is activated by a request of its own.',
    body: { kind: 'json', schema: PublishToolRequest, example: { manifest, activate: true } },
    successes: { 200: { description: 'The version.', schema: PublishedTool } },
    errors: [],
  },
  previewTool: {
    ...ofPlatform,
    method: 'POST',
    path: '/own-tools/preview',
    bodyBytesMax,
    summary: 'Preview publishing a manifest',
    description:
      'Returns the version, the quote of the example, the highest price of any call, and what differs from the active version. Changes nothing.',
    body: { kind: 'json', schema: PreviewToolRequest, example: { manifest } },
    successes: { 200: { description: 'What publishing would do.', schema: ToolPreview } },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type'],
  },
  activateTool: {
    ...ofTool,
    method: 'POST',
    path: '/own-tools/{toolName}/activate',
    act: 'tool.activate',
    summary: 'Offer a version of a tool',
    description:
      'Every gateway offers the version within a second. A retired tool is offered again. Executions that were accepted keep their version.',
    body: { kind: 'json', schema: ActivateToolRequest, example: { version: 1, reason: 'the former model' } },
    successes: tool,
    errors: [],
  },
  retireTool: {
    ...ofTool,
    method: 'POST',
    path: '/own-tools/{toolName}/retire',
    act: 'tool.retire',
    summary: 'Retire a tool',
    description:
      'No client can run it any more. Executions that were accepted end as agreed. Activating a version ends the retirement.',
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'the model is withdrawn' } },
    successes: tool,
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
