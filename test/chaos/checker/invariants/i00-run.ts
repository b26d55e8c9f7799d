/** I0: the run did enough to judge. A run without executions or without faults proves nothing. */
import { type Demand, DEMANDS, NOTHING_MORE } from '../demands.ts';
import { type Change, type Evidence, isTerminal, type Step, type Struck } from '../evidence.ts';
import type { RequiredFault } from '../mix-faults.ts';
import type { Message } from '../told.ts';
import { forgottenIn } from '../forgotten.ts';
import { besideIn } from '../beside-demands.ts';
import { exchangesOf } from '../exchanges.ts';
import { agentKeyOf } from '../forms.ts';
import { runDemandsIn } from '../run-demands.ts';
import { salesIn } from '../sales.ts';
import { isOfAgent } from './i05-agents.ts';

export function checkRun(evidence: Evidence): string[] {
  const { run, faults, executions, transfers, history, client, objects } = evidence;
  const demanded = DEMANDS[run.part];
  const found = demanded === undefined ? [`the checker does not know what the part ${run.part} must show`] : [];
  const demand = demanded?.(run.executions) ?? NOTHING_MORE;
  const { statuses, faults: names, reviewsMax, doubts, forgotten } = demand;
  const atLeast = (what: string, is: number, least: number): void => {
    if (is < least) found.push(`${is} ${what}, and ${least} are needed for a verdict`);
  };
  const seen = { executions, transfers, 'changes on record': history, 'lines of the client': client, objects };
  for (const [what, rows] of Object.entries(seen)) atLeast(what, rows.length, 1);
  const reached = Map.groupBy(
    history.filter(({ kind, old_status, new_status }) => kind === 'execution' && old_status !== new_status),
    ({ new_status }) => new_status,
  );
  for (const [status, least] of Object.entries(statuses))
    atLeast(
      `executions were ever ${status}`,
      new Set(reached.get(status)?.map((each) => each.execution_id)).size,
      least,
    );
  const hit = faults.filter(({ failed }) => failed === undefined);
  const struck = Map.groupBy(hit, ({ fault }) => fault);
  for (const [name, least] of Object.entries(names)) atLeast(`times ${name}`, struck.get(name)?.length ?? 0, least);
  for (const must of demand.struck ?? [])
    atLeast(`times ${must.fault}${must.app === null ? '' : `, a ${must.app}`}`, hit.filter(isOf(must)).length, 1);
  const sales = salesIn(evidence, demand.sales);
  const beside = demand.beside === undefined ? [] : besideIn(evidence, demand.beside);
  const done = [
    ...workOf(evidence, demand),
    ...(demand.runs === undefined ? [] : runDemandsIn(evidence, demand.runs)),
    ...askedIn(evidence, demand),
    ...sales,
    ...beside,
  ];
  for (const [what, is, least] of done) atLeast(what, is, least);
  const { isGone, sent } = forgottenIn(evidence);
  const gone = new Set(client.flatMap(({ id }) => (id !== undefined && isGone(id) ? [id] : [])));
  atLeast('accepted executions were forgotten', gone.size, forgotten?.accepted ?? 0);
  atLeast('paid calls were forgotten', sent.size, forgotten?.sent ?? 0);
  const doubted = doubts === undefined ? new Set() : doubtedIn(evidence);
  const reviewed = new Set(reached.get('needs_review')?.map(({ execution_id }) => execution_id));
  const reviews = [...reviewed].filter((id) => !doubted.has(id)).length;
  if (reviews > reviewsMax)
    found.push(`${reviews} executions went under review, and nothing here makes an outcome unknown`);
  return found;
}

const isOf =
  (must: RequiredFault) =>
  ({ fault, on = '' }: Struck): boolean =>
    fault === must.fault && (must.app === null || on.replace(/-\d+$/, '') === must.app);

/** Counts the steps of each engine, and executions that used all engines. */
function workOf(
  { executions, steps, webhooks }: Evidence,
  { engines = {}, overAll = 0, webhooks: sent = 0 }: Demand,
): [string, number, number][] {
  const done = executions.filter(({ status }) => status === 'succeeded');
  const plans = new Map(executions.map(({ id, plan }) => [id, plan]));
  const engineOf = ({ execution_id, index }: Step): string => plans.get(execution_id)?.[index]?.engine ?? '';
  const succeeded = Map.groupBy(
    steps.filter(({ status }) => status === 'succeeded'),
    engineOf,
  );
  const across = done.filter(({ plan }) => ENGINES.every((name) => plan.some(({ engine }) => engine === name)));
  const messages = webhooks.filter((line): line is Message => 'messageId' in line);
  return [
    ...Object.entries(engines).map(([engine, least]): [string, number, number] => [
      `steps of ${engine} succeeded`,
      succeeded.get(engine)?.length ?? 0,
      least,
    ]),
    [`executions went over ${ENGINES.join(', ')}`, across.length, overAll],
    ['ends were sent to an endpoint', messages.length, sent],
    ['of them were not taken', messages.filter(({ isTaken }) => !isTaken).length, Math.min(sent, 2)],
  ];
}

/** Counts requests in forms that not every client uses. */
function askedIn({ executions, client }: Evidence, { agents = 0, waits = 0 }: Demand): [string, number, number][] {
  const repeated = Map.groupBy(
    client.filter(({ act }) => act === 'agent'),
    ({ quoteId = '' }) => agentKeyOf(quoteId),
  );
  const bought = executions.filter((each) => isOfAgent(each) && (repeated.get(each.idempotency_key)?.length ?? 0) > 1);
  const kept = exchangesOf(client).filter(
    ({ act, reply: { waited, replayed, executionStatus = '' } }) =>
      act === 'execute' && waited === true && replayed === false && isTerminal(executionStatus),
  );
  return [
    ['executions were bought by agents', bought.length, agents],
    ['paid requests were kept back until the end', kept.length, waits],
  ];
}

const ENGINES = ['image', 'av', 'provider'];

/** After the death of a primary, no process reaches the standby sooner than this. */
const UNREACHABLE_MS = 2000;

/** Executions accepted before the last primary died whose provider call is first recorded, after that, as unknown. */
function doubtedIn({ faults, history }: Evidence): ReadonlySet<string> {
  const lostMs = Math.max(...faults.filter(({ fault }) => fault === 'primary lost').map(({ at }) => Date.parse(at)));
  const firsts = new Map<string, Change>();
  for (const change of history) {
    const what = `${change.execution_id}.${change.step ?? ''}`;
    if (!firsts.has(what)) firsts.set(what, change);
  }
  const isOld = (id: string): boolean => Date.parse(firsts.get(`${id}.`)?.at ?? '') <= lostMs + UNREACHABLE_MS;
  const isDoubt = ({ kind, new_status, at }: Change): boolean =>
    kind === 'step' && new_status === 'unknown' && Date.parse(at) >= lostMs;
  return new Set(
    [...firsts.values()].flatMap((first) => (isDoubt(first) && isOld(first.execution_id) ? [first.execution_id] : [])),
  );
}
