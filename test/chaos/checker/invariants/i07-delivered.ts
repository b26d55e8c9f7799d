/** I7 for pictures of providers: each is made from its own text, so two different works in the provider's books never give the same bytes. */
import type { Cost, Evidence } from '../evidence.ts';

export function checkDelivered({ costs, files }: Evidence): string[] {
  const ordered = new Map(costs.map((cost) => [cost.token, pictureOf(cost)]));
  const works = new Map<string, { readonly work: string; readonly id: string }>();
  return files.flatMap(({ id, sha256, execution_id, step, mime_type, origin }) => {
    const work = ordered.get(`${execution_id}.${step}`) ?? null;
    if (origin !== 'artifact' || mime_type !== 'image/png' || work === null) return [];
    const known = works.get(sha256);
    if (known === undefined) works.set(sha256, { work, id });
    return known === undefined || known.work === work
      ? []
      : [`${id} has the bytes of ${known.id}, which was other work`];
  });
}

/** The provider draws a PNG from the digest of its text. Its JPEG is the same for every text. */
function pictureOf({ work = {} }: Cost): string | null {
  const { kind, seed, format, width, height, transparent } = work;
  if (kind !== 'picture' || typeof seed !== 'string' || format === 'jpeg') return null;
  return JSON.stringify([seed, width, height, transparent ?? false]);
}
