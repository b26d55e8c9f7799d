/** The port over any backend: one producer per engine, opened on first use, and the consumers that were started. */
import { ENGINES, type Engine } from '@farebox/kernel';
import { type Backend, openSink, openSource } from './bull.ts';
import { startConsumer } from './consumer.ts';
import { createObserver } from './observer.ts';
import { type Producer, createProducer } from './producer.ts';
import { type Consumer, NOTIFY_TIMEOUT_MS, type QueueOptions, type WorkQueue } from './work-queue.ts';

export interface Backends {
  forProducer(engine: Engine): Backend;
  forConsumer(engine: Engine, concurrency: number): Backend;
}

const CLOSE_TIMEOUT_MS = 5000;

export function createBullQueue(backends: Backends, options: QueueOptions): WorkQueue {
  const { timeoutMs = NOTIFY_TIMEOUT_MS, wakeUpsPerJob = 1 } = options;
  const observer = createObserver(options);
  const consumers = new Set<Consumer>();
  const producers = Object.fromEntries(
    ENGINES.map((engine) => {
      const open = () => openSink(engine, backends.forProducer(engine), observer);
      return [engine, createProducer({ engine, open, observer, timeoutMs, wakeUpsPerJob })];
    }),
  ) as Record<Engine, Producer>;

  return {
    notify: (engine, wakeUps) => producers[engine].notify(wakeUps),
    consume(engine, { concurrency }, onWakeUp) {
      const consumer = startConsumer({
        engine,
        concurrency,
        onWakeUp,
        observer,
        open: (take) => openSource(backends.forConsumer(engine, concurrency), { engine, concurrency, observer, take }),
        handBack: (wakeUps) => producers[engine].handBack(wakeUps),
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
