/** Completes tools and their options from the catalog that a command read last, so that a completion sends no request. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '@farebox/sdk';
import type { Command } from 'commander';
import type { Environment } from '../options.ts';
import { readPrivateJson, writePrivateJson } from '../private-file.ts';
import { stateFolder } from './system.ts';
import { toolCommand, type Verb } from './tool-command.ts';

const fileOf = (env: Environment): string => join(stateFolder(env), 'catalog.json');

/** A catalog that cannot be stored is not used for completions. */
export function remember(catalog: Catalog, env: Environment): void {
  try {
    mkdirSync(stateFolder(env), { recursive: true, mode: 0o700 });
    writePrivateJson(fileOf(env), catalog);
  } catch {
    // A folder that is not writable must not fail the command.
  }
}

/** Adds each tool as a subcommand of `run` and `quote`, for readers of the command tree. */
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
