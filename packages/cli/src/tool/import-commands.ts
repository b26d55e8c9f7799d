/** `farebox tool import`: manifests of APIs that somebody else wrote. */
import type { Command } from 'commander';
import type { Context } from '../program/context.ts';
import { serviceUrlOf } from '@farebox/kernel';
import { UsageError } from '../program/exit-codes.ts';
import type { McpImportFlags } from './import-mcp.ts';
import type { ImportFlags } from './import-openapi.ts';

export function addToolImport(group: Command, context: Context): void {
  const imports = group
    .command('import')
    .summary('write the manifest of an API that exists')
    .description('Writes the manifest of a tool from the description of an API. No code is needed.');
  imports
    .command('openapi')
    .summary('write the manifest of an operation of an OpenAPI document')
    .description(
      'Writes one manifest with what the document states, and lists what is still to be written, such as bounds and prices. ' +
        'Nothing is guessed, and nothing is called. An existing file is not replaced.',
    )
    .argument('<file>', 'OpenAPI 3 document in JSON or YAML; - reads standard input')
    .requiredOption('--operation <id>', 'operationId of the operation')
    .requiredOption('--name <name>', 'name of the tool, such as acme-draw; also names its secret')
    .option('-o, --out <file>', 'file to write (default: <name>.yaml)')
    .action(async (file: string, flags: ImportFlags) =>
      (await import('./import-openapi.ts')).importOpenApiTool(file, flags, context),
    );
  imports
    .command('mcp')
    .summary('write the manifests of the tools of an MCP server')
    .description(
      'Lists the tools of an MCP server over streamable HTTP, and writes one manifest each with what the server states. ' +
        'Lists what is still to be written, such as bounds and prices. No tool is called. An existing file is not replaced.',
    )
    .argument('<url>', 'address of the server, such as https://mcp.acme.example/mcp', serverOf)
    .requiredOption('--prefix <word>', 'word for your team, with which the names of the tools begin')
    .option('--tool <name>', 'only the tool of that name at the server')
    .option('--secret <name>', 'name of the secret that the manifests have')
    .option('--token-env <variable>', 'environment variable with the key of the server')
    .option('-o, --out <folder>', 'folder of the files (default: this one)')
    .action(async (url: URL, flags: McpImportFlags) =>
      (await import('./import-mcp.ts')).importMcpTools(url, flags, context),
    );
}

function serverOf(text: string): URL {
  const url = serviceUrlOf(text);
  if ('problem' in url) throw new UsageError(`the address of the server ${url.problem}`);
  return url;
}
