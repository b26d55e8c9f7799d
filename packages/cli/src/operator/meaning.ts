/** Help text of a command, from its route. If several routes share the command, the help says when each applies. */
import { type Candidate, paramsOf, SCOPES } from './request.ts';
import { wordsOf } from './words.ts';

/** The route with the fewest parameters comes first. */
type Candidates = readonly Candidate[];

/** Summaries of commands that several routes share, because no route's summary is true of all. */
export const SHARED: Readonly<Record<string, string>> = {
  'audit list': 'administrative acts: of the platform, a project or an organization',
  'audit verify': 'verify the chain of the platform, or of an organization',
  'cap set': 'cap a project, or an organization',
  'checkout show': 'read a checkout',
  'execution show': 'read an execution',
  'file show': 'read the record of a file',
  'member give-role': 'give a member a role in a project',
  'member list': 'members of the organization, or of a project',
};

export function summaryOf(candidates: Candidates): string {
  const [{ name, route }] = candidates as [Candidate];
  return SHARED[Object.values(wordsOf(name)).join(' ')] ?? lowered(route.summary);
}

export function descriptionOf(candidates: Candidates): string {
  const [plainest, ...others] = candidates as [Candidate, ...Candidate[]];
  const { summary, description } = plainest.route;
  const also = others.map(({ route }) => {
    const named = paramsOf(route).filter((name) => isNamed(name, plainest));
    const when = `With ${named.map((name) => `--${SCOPES[name]}`).join(' and ')}: ${lowered(route.summary)}.`;
    return route.description === description ? when : `${when} ${route.description}`;
  });
  return [`${summary}. ${description}`, ...also].join(' ');
}

/** Text for an omitted scope option. */
export const whereLeftOut = (param: string, [plainest]: Candidates): string =>
  plainest !== undefined && isNamed(param, plainest)
    ? 'no default: see above'
    : "default: that of the profile, or the demo's";

/** True if naming this parameter selects another route than the first. */
const isNamed = (param: string, { route }: Candidate): boolean => param in SCOPES && !paramsOf(route).includes(param);

const lowered = (summary: string): string => summary.charAt(0).toLowerCase() + summary.slice(1);
