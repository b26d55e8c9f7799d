/** One organization that has long work in one or many projects: as executions of each project, or as a batch of 1,000. */
import { readFileSync } from 'node:fs';
import { ended, paidRequest, post } from '../fixture.ts';
import type { System } from '../system/system.ts';
import { makeProjects, type Project } from '../system/projects.ts';

export interface Crowd {
  /** Number of accepted executions. */
  readonly accepted: number;
  /** Cancels what has not ended, and resolves when all has. */
  readonly stop: () => Promise<void>;
}

interface Open {
  readonly key: string;
  readonly ids: readonly string[];
}

export type Source = Pick<System, 'url' | 'databaseUrl' | 'keyPepper'> & {
  /** Path of a large JPEG. */
  readonly picture: string;
};

const BATCH = 1_000;

/** `projects` projects of a new organization, each with `executions` conversions to AVIF. */
export async function startCrowd(source: Source, projects: number, executions: number): Promise<Crowd> {
  const open: Open[] = [];
  for (const project of await makeProjects(source, projects)) {
    const body = await conversion(source, project);
    const accepted = await Promise.all(
      Array.from({ length: executions }, () =>
        post<{ id: string }>(`${source.url}/tools/image-convert`, { key: project.key, body }),
      ),
    );
    open.push({ key: project.key, ids: accepted.map(({ data }) => data.id) });
  }
  return { accepted: projects * executions, stop: () => cancelAll(source.url, open) };
}

export async function startBatch(source: Source): Promise<Crowd> {
  const [project] = await makeProjects(source, 1);
  const { key } = project!;
  const wanted = JSON.parse(await conversion(source, project!)) as { tool: string; arguments: object };
  const items = Array.from({ length: BATCH }, () => ({ arguments: wanted.arguments }));
  const asked = { tool: wanted.tool, items };
  const { data: quote } = await post<{ priceVersion: string; maximumChargeMicros: number }>(
    `${source.url}/tools/batches/quote`,
    { key, body: JSON.stringify(asked) },
  );
  const { priceVersion, maximumChargeMicros } = quote;
  const body = JSON.stringify({ ...asked, priceVersion, maximumChargeMicros });
  const { data: batch } = await post<{ id: string }>(`${source.url}/tools/batches`, { key, body });
  return {
    accepted: BATCH,
    stop: async () => void (await post(`${source.url}/tools/batches/${batch.id}/cancel`, { key, body: '{}' })),
  };
}

async function conversion({ url, picture }: Source, { key }: Project): Promise<string> {
  const data = readFileSync(picture).toString('base64');
  const uploaded = await post<{ id: string }>(`${url}/tools/upload`, {
    key,
    body: JSON.stringify({ mimeType: 'image/jpeg', data }),
  });
  const wanted = { source: { fileId: uploaded.data.id }, model: 'avif' };
  return await paidRequest(url, key, { tool: 'image-convert', arguments: wanted });
}

async function cancelAll(url: string, open: readonly Open[]): Promise<void> {
  for (const { key, ids } of open) {
    const cancel = (id: string) => post(`${url}/tools/executions/${id}/cancel`, { key, body: '{}' });
    await Promise.allSettled(ids.map(cancel)); // refused for those that have ended
    for (const id of ids) await ended(url, { key, id });
  }
}
