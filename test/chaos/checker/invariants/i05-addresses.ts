/**
 * I5 for uploads without a key: an address stores one file, however many are sent to it at once, and each sender receives its id.
 */
import type { Evidence, Said } from '../evidence.ts';

export function checkAddresses({ client, files }: Evidence): string[] {
  const replies = new Map(
    client.flatMap((said) => (said.replyTo === undefined ? [] : [[said.replyTo, said] as const])),
  );
  const uploads = files.filter(({ origin }) => origin === 'upload');
  const byAddress = Map.groupBy(
    client.filter(({ act, request }) => act === 'put' && request !== undefined),
    ({ address }) => address,
  );
  return [...byAddress].flatMap(([address, sent]) => {
    const digests = new Set(sent.map(({ bodySha256 }) => `\\x${bodySha256}`));
    const stored = uploads.filter(({ sha256, project_id }) => digests.has(sha256) && project_id === sent[0]?.projectId);
    const told = new Set(sent.flatMap(({ request }) => namedBy(replies.get(request ?? 0))));
    const found =
      stored.length > 1 ? [`the address ${address} stored ${stored.map(({ id }) => id).join(' and ')}`] : [];
    for (const id of told)
      if (stored[0]?.id !== id)
        found.push(`the address ${address} named ${id}, and stored ${stored[0]?.id ?? 'nothing'}`);
    return found;
  });
}

/** The file that the response names. */
const namedBy = (reply: Said | undefined): string[] =>
  [reply?.id, reply?.fileId].filter((id): id is string => id !== undefined);
