/** Tells a watch whether the store answers. A missing object is an answer. */
import type { ArtifactStore } from './artifact-store.ts';
import { StorageUnavailableError } from './errors.ts';

export interface ServerHealth {
  readonly worked: () => void;
  readonly failed: (error: unknown) => void;
}

export function watchedStore(store: ArtifactStore, { worked, failed }: ServerHealth): ArtifactStore {
  const asked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer;
      worked();
      return value;
    } catch (error) {
      if (error instanceof StorageUnavailableError) failed(error);
      throw error;
    }
  };
  return {
    ...store,
    put: (...call) => asked(store.put(...call)),
    putNew: (...call) => asked(store.putNew(...call)),
    read: (...call) => asked(store.read(...call)),
    readSlowly: (...call) => asked(store.readSlowly(...call)),
    stat: (...call) => asked(store.stat(...call)),
    remove: (...call) => asked(store.remove(...call)),
    ready: () => asked(store.ready()),
    prepare: () => asked(store.prepare()),
  };
}
