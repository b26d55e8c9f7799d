/** Clients that only read: they poll the executions that were accepted last, beside the customers' own reads. */
import { read } from './customer-client.ts';
import { type Load, type Tally, openDesk } from './drive.ts';
import { steadily } from './pace.ts';

const RECENT = 200;

/** @param load its rate is the rate of the polls. */
export async function poll(load: Load, { accepted }: Tally): Promise<void> {
  const desk = openDesk(load);
  await steadily({ ...load, count: Infinity }, async (number) => {
    const recent = [...accepted].slice(-RECENT);
    const [id, job] = recent[number % recent.length] ?? [];
    if (id !== undefined && job !== undefined) await read(desk, job, id);
  });
}
