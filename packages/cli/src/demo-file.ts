/** The demo project's key, stored in the data folder of the system that runs on this machine. */
import { join } from 'node:path';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Demo {
  readonly projectId: string;
  readonly key: string;
}

const demoFile = (dataDirectory: string): string => join(dataDirectory, 'demo.json');

export const readDemo = (dataDirectory: string): Demo | undefined => readPrivateJson(demoFile(dataDirectory));

export const writeDemo = (dataDirectory: string, demo: Demo): void => writePrivateJson(demoFile(dataDirectory), demo);
