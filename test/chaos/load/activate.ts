/** Activates a version of the customer's template: from then on its name stands for that version. */
import type { Desk } from './customer-client.ts';
import type { Job } from './plan.ts';
import type { Reply } from './request.ts';

/** Sent once: earlier quotes may belong to the other version. */
export const activate = (
  desk: Desk,
  { customer: { projectId, tokens }, lineage }: Job,
  version: number,
): Promise<Reply> =>
  desk.diary.ask(
    { act: 'activate', projectId, lineage },
    {
      method: 'POST',
      url: `${desk.gateway()}/tools/templates/chaos/activate`,
      token: tokens[lineage] as string,
      body: JSON.stringify({ version }),
    },
  );

/** In every second purchase of a template by its name the active version changes between the quote and the execution. */
export async function activateAnother(desk: Desk, job: Job, quoted: string | null): Promise<void> {
  if (job.request.tool === '@chaos' && job.number % 2 === 0) await activate(desk, job, quoted === '1' ? 2 : 1);
}
