/** The groups of operations in the OpenAPI document, by path. */

const DESCRIPTIONS = {
  Agents: 'The same API over the Model Context Protocol, and a guide for agents.',
  Batches: 'Quote, start, read and cancel up to 1,000 executions of one tool with one request.',
  Executions: 'Start paid executions; list, read, stream and cancel them; download their artifacts.',
  Project: 'The project of the key, its balance and its usage.',
  Runners: 'For runners of kind pull, which have no address: ask for runs, and report their ends.',
  Templates: 'Save pipelines under a name, activate a version, archive.',
  Tools: 'The catalog of tools with their prices, and free quotes.',
  Uploads: 'Store files for tools: in one request, from a URL, at an upload URL without a key, or in parts.',
  Webhooks: 'Events that the service sends to your server.',
} as const;

export type Tag = keyof typeof DESCRIPTIONS;
export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));

/** The first prefix that fits decides. */
const PREFIXES: readonly (readonly [prefix: string, tag: Tag])[] = [
  ['/runs', 'Runners'],
  ['/tools/batches', 'Batches'],
  ['/event-streams', 'Executions'],
  ['/tools/event-urls', 'Executions'],
  ['/tools/events', 'Executions'],
  ['/tools/executions', 'Executions'],
  ['/tools/project', 'Project'],
  ['/tools/templates', 'Templates'],
  ['/tools/upload', 'Uploads'],
  ['/tools/usage', 'Project'],
  ['/tools/{tool}', 'Executions'],
  ['/tools', 'Tools'],
  ['/uploads', 'Uploads'],
];

export function tagOf(path: string): Tag {
  const [, tag] = PREFIXES.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (tag === undefined) throw new Error(`${path} has no tag`);
  return tag;
}
