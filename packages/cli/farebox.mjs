#!/usr/bin/env node
/** The `farebox` command for npx and for a PATH, on any Node from version 20. The bootstrap does the rest. */
process.env.INIT_CWD ??= process.cwd();
process.argv.splice(2, 0, 'farebox');
await import('./bootstrap.mjs');
