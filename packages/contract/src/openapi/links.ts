/** How one response leads to the next request: upload, quote, execute, read, download. */
import type { RouteName } from '../routes/index.ts';

interface Link {
  readonly operationId: RouteName;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}

const read: Link = {
  operationId: 'getExecution',
  description: 'Poll it, every five seconds or less often.',
  parameters: { id: '$response.body#/data/id' },
};
const cancel: Link = {
  operationId: 'cancelExecution',
  description: 'Ask to stop it.',
  parameters: { id: '$response.body#/data/id' },
};
const download: Link = {
  operationId: 'downloadArtifact',
  description: 'Fetch its first artifact.',
  parameters: { id: '$response.body#/data/id', artifactId: '$response.body#/data/output/artifacts/0/id' },
};

const LINKS: Partial<Readonly<Record<string, Readonly<Record<string, Link>>>>> = {
  uploadFile: {
    quote: {
      operationId: 'createQuote',
      description: 'Ask what a tool costs for this file, where it is a picture.',
      requestBody: {
        tool: 'image-convert',
        arguments: { source: { fileId: '$response.body#/data/id' }, model: 'webp' },
      },
    },
  },
  createQuote: {
    execute: {
      operationId: 'createExecution',
      description: 'Execute what was quoted.',
      parameters: { tool: '$request.body#/tool' },
      requestBody: {
        tool: '$request.body#/tool',
        arguments: '$request.body#/arguments',
        priceVersion: '$response.body#/data/priceVersion',
        maximumChargeMicros: '$response.body#/data/maximumChargeMicros',
      },
    },
  },
  createExecution: { read, cancel },
  getExecution: { download, cancel },
  listExecutions: {
    read: { ...read, description: 'Read the first.', parameters: { id: '$response.body#/data/executions/0/id' } },
  },
};

export function linksOf(name: string) {
  const links = LINKS[name];
  return links === undefined ? {} : { links };
}
