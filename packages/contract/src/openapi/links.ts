/** OpenAPI links from one response to the next request: upload, quote, execute, read, download. */
import type { RouteName } from '../routes/index.ts';

interface Link {
  readonly operationId: RouteName;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}

const read: Link = {
  operationId: 'getExecution',
  description: 'Poll the execution at intervals of at least 5 seconds.',
  parameters: { id: '$response.body#/data/id' },
};
const cancel: Link = {
  operationId: 'cancelExecution',
  description: 'Cancel the execution.',
  parameters: { id: '$response.body#/data/id' },
};
const download: Link = {
  operationId: 'downloadArtifact',
  description: 'Download the first artifact.',
  parameters: { id: '$response.body#/data/id', artifactId: '$response.body#/data/output/artifacts/0/id' },
};

const LINKS: Partial<Readonly<Record<string, Readonly<Record<string, Link>>>>> = {
  uploadFile: {
    quote: {
      operationId: 'createQuote',
      description: 'Quote a tool for this file, if it is an image.',
      requestBody: {
        tool: 'image-convert',
        arguments: { source: { fileId: '$response.body#/data/id' }, model: 'webp' },
      },
    },
  },
  createQuote: {
    execute: {
      operationId: 'createExecution',
      description: 'Execute the quoted input.',
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
    read: {
      ...read,
      description: 'Read the first execution.',
      parameters: { id: '$response.body#/data/executions/0/id' },
    },
  },
};

export function linksOf(name: string) {
  const links = LINKS[name];
  return links === undefined ? {} : { links };
}
