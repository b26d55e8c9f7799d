/**
 * Measures the processor time of the examples of all tools of our own engines on this machine. Writes the figures beside this file, and
 * docs/pricing.md from the figures and the prices. Each engine is measured by its own worker app; nothing else should run on the machine.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createCatalog } from '@farebox/catalog';
import { findProgram, runProcess } from '@farebox/testing';
import { MEASURED, type Figures, type Measured, readMeasured } from './measured.ts';
import { pricingPage } from './page.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ffmpeg = findProgram('ffmpeg', 'install the package ffmpeg.');
if (ffmpeg === null) process.exit(1);

const ENGINES = [
  ['apps/worker-image/src/print-measured-costs.ts'],
  ['apps/worker-av/src/print-measured-costs.ts', ffmpeg],
] as const;

const programs: string[] = [];
let figures: Figures = {};
for (const [script, ...args] of ENGINES) {
  const text = await runProcess({ command: [process.execPath, join(ROOT, script), ...args], stderr: 'show' });
  const printed = JSON.parse(text) as { readonly program: string; readonly figures: Figures };
  programs.push(printed.program);
  figures = { ...figures, ...printed.figures };
}
const processors = cpus();
const measured: Measured = {
  machine: `${processors.length} × ${processors[0]?.model ?? 'an unknown processor'}, ${programs.join(', ')}, Node ${process.versions.node}`,
  date: new Date().toISOString().slice(0, 10),
  figures: rounded(figures),
};
writeFileSync(MEASURED, `${JSON.stringify(measured, null, 2)}\n`);
const { tools } = createCatalog({ rehearsal: false }).describe({ executionEnabled: true });
writeFileSync(join(ROOT, 'docs/pricing.md'), pricingPage(tools, readMeasured()));
process.stdout.write(`${Object.keys(figures).length} examples measured, and docs/pricing.md written\n`);

/** The kernel counts processor time in ticks of ten milliseconds: more digits would be noise. */
function rounded(all: Figures): Figures {
  const each = Object.entries(all).map(([name, { units, cpuSeconds }]) => [
    name,
    { units, cpuSeconds: Math.round(cpuSeconds * 1000) / 1000 },
  ]);
  return Object.fromEntries(each) as Figures;
}
