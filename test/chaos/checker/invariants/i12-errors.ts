/**
 * I12 for errors: a paid request is turned away for its price, its ceiling, its balance or a cap only if that is true, by the operators' own
 * publications, the client's own quote, the customer's payment and the caps of the run.
 */
import { bookOf, type Book } from '../price-book.ts';
import type { Evidence, Execution } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { quotedIn } from '../forms.ts';
import { grantedMs } from '../granted.ts';
import type { Paying } from '../run-facts.ts';

/** A gateway's clock differs from a client's by less. */
const CLOCKS_MS = 3000;
/** A gateway reads prices twice a second as soon as it reaches the database, which it does for every one of these errors. */
const KNOWN_AFTER_MS = 60_000;
const PAID: ReadonlySet<string> = new Set(['execute', 'batch', 'agent']);

export function checkErrors(evidence: Evidence): string[] {
  const book = bookOf(evidence);
  const customers = new Map(evidence.run.customers.map((customer) => [customer.projectId, customer]));
  // Executions that a failover has lost had holds of their own.
  const areAllKnown = evidence.run.forgotten === null;
  return exchangesOf(evidence.client).flatMap((exchange) => {
    const customer = customers.get(exchange.projectId);
    if (!PAID.has(exchange.act) || customer === undefined) return [];
    return untrueOf(exchange, { evidence, book, customer, areAllKnown }).map(
      (what) => `request ${exchange.request} was answered ${exchange.reply.message}, and ${what}`,
    );
  });
}

interface Known {
  readonly evidence: Evidence;
  readonly book: Book | null;
  readonly customer: Paying;
  readonly areAllKnown: boolean;
}

function untrueOf(exchange: Exchange, known: Known): string[] {
  const { evidence, customer, areAllKnown } = known;
  const { reply, asked, ceilingMicros = 0 } = exchange;
  const most = asked.quoted?.maximumMicros;
  if (most === undefined) return []; // found where the order is compared
  switch (reply.message) {
    case 'price_version_mismatch':
      return isInForce(exchange, known) ? [`the prices of its quote were in force`] : [];
    case 'maximum_charge_too_low':
    case 'ceiling_too_low':
      return ceilingMicros >= most ? [`its client agreed to ${ceilingMicros}, quoted were ${most}`] : [];
    case 'insufficient_balance': {
      const left = leastLeft(evidence, customer);
      return areAllKnown && left >= most ? [`at least ${left} were left, quoted were ${most}`] : [];
    }
    case 'monthly_cap_reached': {
      const left = Math.min(...capsLeft(evidence, customer, asked.lineage));
      return areAllKnown && left >= most ? [`its caps left at least ${left}, quoted were ${most}`] : [];
    }
    default:
      return [];
  }
}

/** Versions that name a template or own tools have their own ends. */
function isInForce({ asked, quoteId = '', at, reply }: Exchange, { evidence, book, areAllKnown }: Known): boolean {
  const { run, published } = evidence;
  const version = asked.sent?.priceVersion ?? quotedIn(quoteId)?.priceVersion ?? '';
  if (!run.clocksAgree || !areAllKnown || book?.tables.has(version) !== true) return false;
  const [askedMs, until] = [Date.parse(at), Date.parse(reply.at) + CLOCKS_MS];
  const begin = published.find((table) => table.version === version)?.effectiveAt;
  const isKnown = begin === undefined || grantedMs(run.machine, Date.parse(begin), askedMs) > KNOWN_AFTER_MS;
  return isKnown && book.inForce(askedMs) === version && book.inForce(until) === version;
}

const maximumsOf = (executions: readonly Execution[]): number =>
  executions.reduce((sum, { maximum_micros }) => sum + maximum_micros, 0);

/** As if every hold of the run had been taken before, and nothing of it returned. */
function leastLeft({ executions, transfers }: Evidence, { projectId, fundedMicros }: Paying): number {
  const taken = transfers
    .filter(({ kind, debit, project_id: id }) => id === projectId && kind === 'adjustment' && debit !== 'funding')
    .reduce((sum, { amount_micros }) => sum + amount_micros, 0);
  return Number(fundedMicros) - taken - maximumsOf(executions.filter(({ project_id }) => project_id === projectId));
}

/** The same for each cap; without caps there is no limit. */
function capsLeft({ run, executions }: Evidence, customer: Paying, lineage: number | undefined): number[] {
  const { projectId, organizationId, lineages, capMicros, keyCapMicros, organizationCapMicros } = customer;
  const own = executions.filter(({ project_id }) => project_id === projectId);
  const beside = new Set(
    run.customers.filter((each) => each.organizationId === organizationId).map((each) => each.projectId),
  );
  const caps: readonly (readonly [cap: string | null, used: readonly Execution[]])[] = [
    [capMicros, own],
    [lineage === 0 ? keyCapMicros : null, own.filter(({ key_lineage }) => key_lineage === lineages[0])],
    [organizationCapMicros, executions.filter(({ project_id }) => beside.has(project_id))],
  ];
  return caps.map(([cap, used]) => (cap === null ? Infinity : Number(cap) - maximumsOf(used)));
}
