/** Prints docs/pricing.md. */
import { createCatalog } from '@farebox/catalog';
import { readMeasured } from './measured.ts';
import { pricingPage } from './page.ts';

const { tools } = createCatalog({ rehearsal: false }).describe({ executionEnabled: true });
process.stdout.write(pricingPage(tools, readMeasured()));
