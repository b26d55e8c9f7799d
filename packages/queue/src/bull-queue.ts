/** The port over any backend: one producer an engine, opened when first used, and the consumers that were started. */
import { ENGINES, type Engine } from '@tollgate/kernel';
import { type Backend, openSink, openSource } from './bull.ts';
import { startConsumer } from './consumer.ts';
import { createNotes } from './notes.ts';
import { type Producer, createProducer } from './producer.ts';
import { type Consumer, NUDGE_TIMEOUT_MS, type QueueOptions, type WorkQueue } from './work-queue.ts';

export interface Backends {
  forProducer(engine: Engine): Backend;
  forConsumer(engine: Engine, concurrency: number): Backend;
}

const CLOSE_TIMEOUT_MS = 5000;

export function createBullQueue(backends: Backends, options: QueueOptions): WorkQueue {
  const { timeoutMs = NUDGE_TIMEOUT_MS, looksPerJob = 1 } = options;
  const notes = createNotes(options);
  const consumers = new Set<Consumer>();
  const producers = Object.fromEntries(
    ENGINES.map((engine) => {
      const open = () => openSink(engine, backends.forProducer(engine), notes);
      return [engine, createProducer({ engine, open, notes, timeoutMs, looksPerJob })];
    }),
  ) as Record<Engine, Producer>;

  return {
    nudge: (engine, looks) => producers[engine].nudge(looks),
    consume(engine, { concurrency }, look) {
      const consumer = startConsumer({
        engine,
        concurrency,
        look,
        notes,
        open: (take) => openSource(backends.forConsumer(engine, concurrency), { engine, concurrency, notes, take }),
        handBack: (looks) => producers[engine].handBack(looks),
      });
      consumers.add(consumer);
      return consumer;
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.close(CLOSE_TIMEOUT_MS)));
      await Promise.all(Object.values(producers).map((producer) => producer.close()));
    },
  };
}
