/** For the matrix of tenant isolation: calls of each MCP tool with all fields that can name something of a project. */
import { hash } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { Named } from './public-requests.fixture.ts';
import { textsOf } from './texts.fixture.ts';

export interface NamedToAgents extends Named {
  /** Quote of the sample file, which every project can use. */
  readonly quoteId: string;
}
export interface Terms {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}
interface Asked {
  readonly tool: string;
  readonly arguments: object;
}

const analysisOf = (fileId: string) => ({ tool: 'image-analyze', arguments: { source: { fileId } } });
export const SAMPLE = analysisOf('file_sample_photo');

/** Builds an id as `quote` returns it. Forbidden things are never quoted, but a stranger can make up an id. */
export function quoteIdOf(asked: Asked, { priceVersion, maximumChargeMicros }: Terms, nonce = 'ab'.repeat(12)): string {
  const terms = `${priceVersion}_${maximumChargeMicros}_${nonce}`;
  const digest = hash('sha256', JSON.stringify([terms, asked.tool, asked.arguments])).slice(0, 32);
  return `quo_${terms}_${digest}`;
}

type Calling = (named: NamedToAgents) => Readonly<Record<string, unknown>>;

/** @param terms the price terms of the caller. */
export const callsOn = (terms: Terms): Readonly<Record<string, readonly Calling[]>> => {
  const paying = (asked: Asked, quoteId = quoteIdOf(asked, terms)) => ({
    ...asked,
    quoteId,
    maxChargeMicros: 1_000_000,
    waitSeconds: 0,
  });
  const templateOf = ({ template }: Named) => ({ tool: `@${template}`, arguments: {} });
  return {
    list_tools: [({ template }) => ({ text: template })],
    describe_tool: [(named) => ({ tool: templateOf(named).tool })],
    upload_file: [],
    quote: [({ fileId }) => analysisOf(fileId), ({ artifactId }) => analysisOf(artifactId), templateOf],
    execute: [
      ({ fileId }) => paying(analysisOf(fileId)),
      (named) => paying(templateOf(named)),
      ({ quoteId }) => paying(SAMPLE, quoteId),
    ],
    get_execution: [({ executionId }) => ({ executionId, waitSeconds: 0 })],
    view_artifact: [({ executionId, artifactId }) => ({ executionId, fileId: artifactId })],
    cancel_execution: [({ executionId }) => ({ executionId })],
    get_usage: [],
  };
};

/** Text fields that cannot name anything of a project. */
const NO_NAMES: readonly string[] = ['category', 'data', 'part'];

/** Returns the text fields of the tool's schema that no call of `calls` fills with a name. */
export function fieldsNobodyAsks(inputSchema: TSchema, calls: readonly Calling[]): readonly string[] {
  const of = (text: string): NamedToAgents => new Proxy({} as NamedToAgents, { get: () => text });
  const fields = textsOf({ body: { schema: inputSchema } }).map(({ at }) => at.split(/[.[]/)[1] ?? '');
  const isAsked = (field: string): boolean =>
    calls.some((call) => JSON.stringify(call(of('one'))[field]) !== JSON.stringify(call(of('two'))[field]));
  return [...new Set(fields)].filter((field) => !NO_NAMES.includes(field) && !isAsked(field));
}
