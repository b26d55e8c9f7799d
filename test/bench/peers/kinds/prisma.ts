/** Express, an interactive transaction of Prisma, and one BullMQ job at a time: the stack of most Prisma users. */
import { PrismaPg } from '@prisma/adapter-pg';
import { jobsTo, workOff } from '../bullmq.ts';
import { CHARGE_MICROS, MAXIMUM_MICROS, type PaidRequest, type Peer, type ServerUrls, POOL_MAX } from '../peer.ts';

type Made = Readonly<Record<'id' | 'projectId', string> & { maximum: bigint }>;
interface Model {
  readonly create: (query: object) => Promise<Made>;
  readonly update: (query: object) => Promise<Made>;
  readonly updateMany: (query: object) => Promise<{ count: number }>;
  readonly upsert: (query: object) => Promise<Made>;
}
type Models = Readonly<Record<'account' | 'execution' | 'transfer' | 'usage', Model>>;
interface Client extends Models {
  readonly $transaction: <T>(work: (tx: Models) => Promise<T>) => Promise<T>;
}

/** The benchmark generates the client when it starts (generate.ts), so that other commands need not wait for it. */
const GENERATED = new URL('../generated/client.ts', import.meta.url).href;

async function clientOf({ databaseUrl }: ServerUrls): Promise<Client> {
  const { PrismaClient } = (await import(GENERATED)) as { PrismaClient: new (options: object) => Client };
  // By default Prisma gives up after a wait of 2 s, which under this load would count as failures.
  const transactionOptions = { maxWait: 60_000, timeout: 60_000 };
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: databaseUrl, max: POOL_MAX }),
    transactionOptions,
  });
}

const accept = (prisma: Client, request: PaidRequest): Promise<Made> =>
  prisma.$transaction(async (tx) => {
    const { projectId } = request;
    await tx.account.update({
      where: { projectId, available: { gte: MAXIMUM_MICROS } },
      data: { available: { decrement: MAXIMUM_MICROS }, held: { increment: MAXIMUM_MICROS } },
    });
    const made = await tx.execution.create({ data: { ...request, maximum: MAXIMUM_MICROS } });
    const transfer = { projectId, executionId: made.id, kind: 'reserve', amount: MAXIMUM_MICROS };
    await tx.transfer.create({ data: transfer });
    return made;
  });

async function run(prisma: Client, id: string): Promise<void> {
  const claimed = await prisma.execution.updateMany({
    where: { id, status: 'queued' },
    data: { status: 'running', startedAt: new Date() },
  });
  if (claimed.count > 0) await prisma.$transaction((tx) => settle(tx, id));
}

async function settle(tx: Models, id: string): Promise<void> {
  const { projectId, maximum } = await tx.execution.update({
    where: { id, status: 'running' },
    data: { status: 'succeeded', charged: CHARGE_MICROS, finishedAt: new Date() },
  });
  await tx.transfer.create({ data: { projectId, executionId: id, kind: 'settle', amount: CHARGE_MICROS } });
  await tx.account.update({
    where: { projectId },
    data: {
      held: { decrement: maximum },
      spent: { increment: CHARGE_MICROS },
      available: { increment: maximum - CHARGE_MICROS },
    },
  });
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  await tx.usage.upsert({
    where: { projectId_month: { projectId, month } },
    create: { projectId, month, requests: 1, charged: CHARGE_MICROS },
    update: { requests: { increment: 1 }, charged: { increment: CHARGE_MICROS } },
  });
}

export const prisma: Peer = {
  accepts: async (urls) => {
    const client = await clientOf(urls);
    const enqueue = jobsTo(urls);
    return async (request) => {
      const made = await accept(client, request);
      await enqueue(made.id);
      return { ...made, maximum: Number(made.maximum) };
    };
  },
  works: async (urls) => {
    const client = await clientOf(urls);
    workOff(urls, (id) => run(client, id));
  },
};
