/** I12 for templates: an activation answers the version that it activates, and from then on the name stands for that version. */
import type { Evidence } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import { askedVersion, isTemplate } from '../forms.ts';

/** A statement that hung on its way to the database may be carried out so long after it was sent again. */
const HANGS_MS = 30_000;

export function checkActivated({ run, client }: Pick<Evidence, 'run' | 'client'>): string[] {
  const exchanges = exchangesOf(client);
  const activations = Map.groupBy(
    exchanges.filter(({ act }) => act === 'activate'),
    ({ projectId }) => projectId,
  );
  // A failover may lose an activation.
  const ofProject = (id: string): readonly Exchange[] => (run.forgotten === null ? (activations.get(id) ?? []) : []);
  return exchanges.flatMap((exchange) => {
    const { act, request, projectId, asked, reply, askedAt, repliedAt } = exchange;
    const { tool = '', version } = asked.sent ?? {};
    if (reply.status !== 200 || reply.data === undefined) return [];
    const { data } = reply;
    if (act === 'activate') {
      const isOnly = lastBefore(ofProject(projectId), { askedAt: repliedAt, repliedAt }) === exchange;
      const is = isOnly ? `${String(data['version'])}, active ${String(data['activeVersion'])}` : data['version'];
      const due = isOnly ? `${version}, active ${version}` : version;
      return is === due ? [] : [`request ${request} activated ${due}, and was answered ${String(is)}`];
    }
    if (act !== 'quote' || !isTemplate(tool) || askedVersion(tool) !== null) return [];
    const active = lastBefore(ofProject(projectId), { askedAt, repliedAt })?.asked.sent?.version;
    return active === undefined || data['model'] === String(active)
      ? []
      : [`request ${request} quoted version ${String(data['model'])} of ${tool}, active was ${active}`];
  });
}

/** The activation that holds at a request; undefined if another one may have taken place since. */
function lastBefore(
  activations: readonly Exchange[],
  { askedAt, repliedAt }: Pick<Exchange, 'askedAt' | 'repliedAt'>,
): Exchange | undefined {
  const before = activations.filter((each) => each.askedAt < repliedAt);
  const last = before.findLast((each) => each.reply.status === 200 && each.repliedAt <= askedAt);
  const isLong = ({ reply: { status = 0, at } }: Exchange): boolean =>
    status >= 200 && status < 500 && Date.parse(at) + HANGS_MS < Date.parse(last?.at ?? '');
  return before.every((each) => each === last || isLong(each)) ? last : undefined;
}
