/**
 * The encoded catalogs of a gateway, each kept for the next request. Prices, services, templates and the chosen fields
 * determine the content. Measured durations change it once a minute at most.
 */
import { type Catalog, type Durations, templateTool, withDurations } from '@farebox/catalog';
import type { OfferedTemplate } from '@farebox/catalog/templates';
import { type Catalog as WireCatalog, TOOL_FIELDS, type ToolField } from '@farebox/contract';
import { type BoundedMap, boundedMap } from '@farebox/kernel';
import { encodeData } from '../endpoint/handler.ts';
import { sharedBody, type SharedBody } from '../endpoint/shared-body.ts';

export interface AskedCatalog {
  readonly catalog: Catalog;
  readonly projectId: string;
  /** The active versions of the project's templates. A version never changes. */
  readonly templates: readonly OfferedTemplate[];
  readonly measured: Durations;
  readonly executionEnabled: boolean;
  /** Undefined: all fields. */
  readonly fields: readonly ToolField[] | undefined;
}

const BODIES_MAX = 500;
const WHOLE_BYTES_MAX = 64 * 1024 * 1024;
/** Any client can request thousands of lists of fields: they must not displace whole catalogs. */
const SHORT_BYTES_MAX = 8 * 1024 * 1024;

interface Known {
  readonly measured: Durations;
  readonly body: SharedBody;
}

export function catalogBodies(): (asked: AskedCatalog) => SharedBody {
  const [whole, short] = [bodiesOf(WHOLE_BYTES_MAX), bodiesOf(SHORT_BYTES_MAX)];
  const numberOf = numbering();
  return (asked) => {
    const bodies = asked.fields === undefined ? whole : short;
    const key = keyOf(numberOf(asked.catalog), asked);
    const known = bodies.get(key);
    if (known?.measured === asked.measured) return known.body;
    const made = sharedBody(encodeData(shownTo(asked)));
    // The content that was compressed earlier is kept if new durations did not change it.
    const body = known?.body.digest === made.digest ? known.body : made;
    bodies.set(key, { measured: asked.measured, body });
    return body;
  };
}

const bodiesOf = (bytesMax: number): BoundedMap<Known> =>
  boundedMap<Known>(BODIES_MAX, { of: ({ body }) => body.memoryBytesMax, max: bytesMax });

/** Numbers catalogs in the order in which they are seen, so that a key can name one. */
function numbering(): (catalog: Catalog) => number {
  const numbers = new WeakMap<Catalog, number>();
  let last = 0;
  return (catalog) => {
    const number = numbers.get(catalog) ?? ++last;
    numbers.set(catalog, number);
    return number;
  };
}

function keyOf(number: number, { executionEnabled, fields, templates, projectId }: AskedCatalog): string {
  const own = templates.length === 0 ? [] : [projectId, ...templates.map(({ name, version }) => `${name}:${version}`)];
  return [number, executionEnabled, inOrder(fields)?.join() ?? '', ...own].join(' ');
}

function shownTo({ catalog, templates, measured, executionEnabled, fields }: AskedCatalog): object {
  const described = withDurations(catalog.describe({ executionEnabled }), measured);
  const own = templates.map(({ name, content }) => templateTool(catalog, name, content));
  const tools = [...described.tools, ...own];
  const chosen = inOrder(fields);
  return { ...described, tools: chosen === undefined ? tools : tools.map((tool) => excerptOf(tool, chosen)) };
}

/** In the order of the catalog, so that the order in a request makes no other content. */
const inOrder = (fields: readonly ToolField[] | undefined): readonly ToolField[] | undefined =>
  fields && TOOL_FIELDS.filter((field) => fields.includes(field));

const excerptOf = (tool: WireCatalog['tools'][number], fields: readonly ToolField[]): object =>
  Object.fromEntries(fields.flatMap((field) => (field in tool ? [[field, tool[field]]] : [])));
