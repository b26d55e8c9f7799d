/** Completions of tools and their options, from the catalog that a command has read last: a shell that completes asks no server. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '@farebox/sdk';
import type { Command } from 'commander';
import type { Environment } from '../options.ts';
import { readPrivateJson, writePrivateJson } from '../private-file.ts';
import { stateFolder } from './system.ts';
import { toolCommand, type Verb } from './tool-command.ts';

const fileOf = (env: Environment): string => join(stateFolder(env), 'catalog.json');

/** What cannot be kept is not completed. */
export function remember(catalog: Catalog, env: Environment): void {
  try {
    mkdirSync(stateFolder(env), { recursive: true, mode: 0o700 });
    writePrivateJson(fileOf(env), catalog);
  } catch {
    // A folder that cannot be written is no reason to fail what was asked for.
  }
}

/** Each tool as a command below `run` and `quote`, for whoever lists the tree. */
export function addKnownTools(program: Command, env: Environment): void {
  for (const verb of ['run', 'quote'] satisfies Verb[]) {
    const group = program.commands.find((command) => command.name() === verb);
    for (const tool of known(env)) group?.addCommand(toolCommand(program, verb, tool).command.name(tool.name));
  }
}

function known(env: Environment): Catalog['tools'] {
  try {
    return readPrivateJson<Catalog>(fileOf(env))?.tools ?? [];
  } catch {
    return [];
  }
}
