/**
 * I12 for prices: everything is sold at the table that was in force when it was accepted, by the operators' own publications; the client's
 * quote is exactly that table's price × units, and the tables are kept as they were published.
 */
import { isEqual } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { agentKeyOf, tableVersionOf } from '../forms.ts';
import { type AskedStep, stepsOf } from '../inputs.ts';
import { ownNamesOf } from '../own-calls.ts';
import { type Named, namedBy, type OwnTool, priceOf, unitsMaxOf } from '../own-tools.ts';
import { ordersOf } from '../orders.ts';
import { type Book, bookOf, type Price, priceIn } from '../price-book.ts';
import type { Quoted } from '../sold.ts';
import { type Priced, quotesIn } from '../quotes.ts';
import { contentOf } from './i12-inputs.ts';

export function checkPrices(evidence: Evidence): string[] {
  const { executions, batches } = evidence;
  const book = bookOf(evidence);
  if (book === null) return executions.length === 0 ? [] : ['no client read the catalog, so no price can be checked'];
  const { ownTools } = evidence.run;
  const namesIn = new Map(executions.map((execution) => [execution.id, ownNamesOf(execution)]));
  // The items of a batch are calls of one tool.
  const sales = [
    ...executions.map((each) => ({ ...each, names: namesIn.get(each.id) ?? [] })),
    ...batches.map((each) => ({ ...each, names: namesIn.get(each.items[0] ?? '') ?? [] })),
  ];
  const late = sales.flatMap(({ id, price_version: version, created_at, names }) => {
    const inForce = book.inForce(Date.parse(created_at));
    return namedBy(version, names, { tables: [inForce], ownTools }) !== null
      ? []
      : [`${id} was accepted at the prices of ${version}, in force was ${inForce}`];
  });
  const content = contentOf(evidence);
  const quotes = [...ordersOf(evidence), ...quotesIn(evidence.client)].flatMap(([key, order]) =>
    checkQuote(order, { book, content, ownTools }).map((what) => `the quote of ${key}: ${what}`),
  );
  return [
    ...late,
    ...quotes,
    ...checkAgentQuotes(evidence),
    ...checkBatchQuotes(evidence),
    ...checkCatalogs(book, ownTools),
    ...checkTables(evidence),
  ];
}

/** A catalog shows the prices of the version that it names. */
function checkCatalogs({ catalogs, tables }: Book, ownTools: readonly OwnTool[]): string[] {
  const isOwn = (name: string): boolean => ownTools.some((tool) => tool.name === name);
  return catalogs.flatMap(({ request, version, tariff }) => {
    const named = namedBy(version, [...tariff.keys()].filter(isOwn), { tables: tables.keys(), ownTools });
    const prices = tables.get(named?.table ?? '');
    const due = (name: string): Price | undefined => ownPriceIn(named, name) ?? prices?.get(name);
    const wrong = [...tariff].filter(([name, price]) => !isEqual(price, due(name)));
    return wrong.map(
      ([name]) => `the catalog of request ${request} shows another price of ${name} than ${version} has`,
    );
  });
}

interface Known {
  readonly book: Book;
  readonly content: ReturnType<typeof contentOf>;
  readonly ownTools: readonly OwnTool[];
}

function ownPriceIn(named: Named | null, name: string): Price | undefined {
  const tool = named?.tools.get(name);
  return tool === undefined ? undefined : priceOf(tool.manifest);
}

function checkQuote(order: Priced, { book, content, ownTools }: Known): string[] {
  const { quoted } = order;
  if (quoted === undefined) return []; // found where the execution is compared
  const steps = stepsOf(order, content(order.tool, quoted.model));
  const names = steps.map(({ tool }) => tool).filter((name) => ownTools.some((tool) => tool.name === name));
  const known = { tables: book.tables.keys(), ownTools };
  const named = namedBy(tableVersionOf(quoted.priceVersion), names, known);
  const prices = book.tables.get(named?.table ?? '');
  if (prices === undefined) return [`nobody published ${quoted.priceVersion}`];
  const due = steps.map(({ tool, arguments: { model } }) => ownPriceIn(named, tool) ?? priceIn(prices, tool, model));
  const found = due.flatMap((price, index) =>
    price === undefined ? [`the catalog has no price of ${steps[index]?.tool}`] : checkLine(price, quoted, index),
  );
  found.push(
    ...steps.flatMap((step, index) => checkOwnUnits(named?.tools.get(step.tool), step, quoted.lines[index]?.[2])),
  );
  const lines = quoted.lines.filter(([unit]) => unit !== 'minimum');
  if (lines.length !== steps.length) found.push(`it has ${lines.length} lines for ${steps.length} steps`);
  return [
    ...found,
    ...checkSums(
      quoted,
      due.reduce((sum, price) => sum + (price?.minimumMicros ?? 0), 0),
    ),
  ];
}

/** The units of an own tool follow from its manifest and the arguments. */
function checkOwnUnits(tool: OwnTool | undefined, { arguments: input }: AskedStep, quantity = 0): string[] {
  const due = tool === undefined ? quantity : unitsMaxOf(tool.manifest, input);
  return quantity === due ? [] : [`${quantity} units are quoted of ${tool?.name}, its manifest says ${due}`];
}

function checkLine({ unit, unitPriceMicros }: Price, { lines }: Quoted, index: number): string[] {
  const [is, due] = [lines[index]?.slice(0, 2).join(' ') ?? 'nothing', `${unit} ${unitPriceMicros}`];
  return is === due ? [] : [`line ${index} is ${is}, the price is ${due}`];
}

/** Each line is price × units; their sum is the maximum, which is at least the sum of all minimums. */
function checkSums({ lines, minimumMicros, maximumMicros }: Quoted, minimum: number): string[] {
  const found = lines
    .filter(([, price, quantity, amount]) => amount !== price * quantity)
    .map((line) => `${line[3]} is charged for ${line[2]} × ${line[1]}`);
  const amounts = (of: Quoted['lines']): number => of.reduce((sum, [, , , amount]) => sum + amount, 0);
  const due = Math.max(minimum, amounts(lines.filter(([unit]) => unit !== 'minimum')));
  if (minimumMicros !== minimum)
    found.push(`the minimum is ${minimumMicros}, the minimums of its tools are ${minimum}`);
  if (maximumMicros !== due || amounts(lines) !== due)
    found.push(`the maximum is ${maximumMicros}, its lines are ${amounts(lines)}, due is ${due}`);
  return found;
}

/** An agent is quoted the same amounts as its customer over HTTP. */
function checkAgentQuotes(evidence: Evidence): string[] {
  const orders = ordersOf(evidence);
  return exchangesOf(evidence.client).flatMap(({ act, projectId, request, reply: { data = {} } }) => {
    const quoted = orders.get(`${projectId} ${agentKeyOf(String(data['quoteId']))}`)?.quoted;
    if (act !== 'agent-quote' || quoted === undefined) return [];
    const breakdown = (data['breakdown'] ?? []) as readonly { readonly amountMicros: number }[];
    const [is, said] = [
      [data['minimumChargeMicros'], data['maximumChargeMicros'], ...breakdown.map((line) => line.amountMicros)].join(
        ' ',
      ),
      [quoted.minimumMicros, quoted.maximumMicros, ...quoted.lines.map((line) => line[3])].join(' '),
    ];
    return is === said ? [] : [`request ${request} quoted an agent ${is}, the customer was quoted ${said}`];
  });
}

/** The quote of a batch is the sum of its items. */
function checkBatchQuotes({ client }: Evidence): string[] {
  return exchangesOf(client).flatMap(({ act, request, asked, reply: { data } }) => {
    if (act !== 'batch-quote' || data === undefined) return [];
    const items = data['items'] as readonly Readonly<Record<Amount, number>>[];
    const found = AMOUNTS.filter((amount) => data[amount] !== items.reduce((sum, item) => sum + item[amount], 0)).map(
      (amount) => `request ${request} quoted a batch whose items do not add up to its ${amount}`,
    );
    const size = asked.sent?.items?.length;
    return items.length === size ? found : [...found, `request ${request} quoted ${items.length} items, not ${size}`];
  });
}

type Amount = (typeof AMOUNTS)[number];
const AMOUNTS = ['minimumChargeMicros', 'maximumChargeMicros'] as const;

/** The database has the tables of the operators beside the first one, and each is in force until the next. */
function checkTables({ priceTables, published }: Evidence): string[] {
  const rows = priceTables.toSorted((a, b) => Date.parse(a.effective_at) - Date.parse(b.effective_at));
  const [, ...later] = rows;
  const known = new Map(published.map((each) => [each.version, each]));
  const found = published
    .filter(({ version }) => !rows.some((row) => row.version === version))
    .map(({ version }) => `the published table ${version} is not there`);
  for (const { version, prices, effective_at, cancelled_at } of later) {
    const own = known.get(version);
    if (own === undefined) found.push(`no operator published the table ${version}`);
    else if (!isEqual(own.tools, prices.tools) || Date.parse(own.effectiveAt) !== Date.parse(effective_at))
      found.push(`the table ${version} has other prices, or another begin, than its operator published`);
    if (cancelled_at !== null) found.push(`no operator cancelled the table ${version}`);
  }
  for (const [index, { version, superseded_at }] of rows.entries())
    if (
      Date.parse(superseded_at ?? '') !== Date.parse(rows[index + 1]?.effective_at ?? '') &&
      (superseded_at !== null || index < rows.length - 1)
    )
      found.push(`the table ${version} is in force until ${superseded_at}, not until the next one`);
  return found;
}
