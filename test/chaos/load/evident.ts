/** The parts of requests and responses that are evidence about a sale. */
import { resultIn, parsed } from './words.ts';

type Json = Readonly<Record<string, unknown>>;

const SOLD: ReadonlySet<string> = new Set([
  'execute',
  'mismatch',
  'quote',
  'batch',
  'batch-mismatch',
  'batch-quote',
  'activate',
]);

/** The JSON body of a request; of an agent's call, the tool and its arguments. */
export function sentIn(act: string, body: string | Buffer | undefined): { readonly sent?: Json } {
  if (typeof body !== 'string') return {};
  if (SOLD.has(act)) return { sent: JSON.parse(body) as Json };
  if (!act.startsWith('agent')) return {};
  const { params } = JSON.parse(body) as { readonly params: { readonly arguments: Json } };
  const { tool, arguments: input } = params.arguments;
  return { sent: { tool, arguments: input } };
}

/** Data of a response without outputs; of a catalog, only its prices. */
export function dataIn(act: string, text: string): { readonly data?: Json } {
  if (act.startsWith('agent')) return { data: withoutOutputs(resultIn(text)) };
  const data = parsed(text).data as Json | undefined;
  if (data === undefined) return {};
  if (act === 'catalog') return { data: pricesIn(data as unknown as Catalog) };
  return SOLD.has(act) || SHOWN.has(act) ? { data: withoutOutputs(data) } : {};
}

const SHOWN: ReadonlySet<string> = new Set(['read', 'cancel', 'batch-cancel']);

const withoutOutputs = ({ output: _output, artifacts: _artifacts, result: _result, ...data }: Json): Json => data;

interface Catalog {
  readonly priceVersion: string;
  readonly tools: readonly { readonly name: string; readonly price: Json; readonly models: readonly Json[] }[];
}

const pricesIn = ({ priceVersion, tools }: Catalog): Json => ({
  priceVersion,
  tools: tools.map(({ name, price, models }) => ({
    name,
    price,
    models: models.map((model) => ({ name: model['name'], price: model['price'] })),
  })),
});
