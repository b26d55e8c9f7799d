/** Draws as many ports as its argument says, all at once, and prints them as a JSON array. */
import { freePort } from '@farebox/embedded';

const count = Number(process.argv[2]);
process.stdout.write(JSON.stringify(await Promise.all(Array.from({ length: count }, freePort))));
