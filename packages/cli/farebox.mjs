#!/usr/bin/env node
/** The `farebox` command as npx and a PATH find it, on whatever Node (20 or later) is there: the bootstrap does the rest. */
process.env.INIT_CWD ??= process.cwd();
process.argv.splice(2, 0, 'farebox');
await import('./bootstrap.mjs');
