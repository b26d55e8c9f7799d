/**
 * The av worker as a process. It never decodes itself: ffmpeg does, in a sandbox. Without ffmpeg it leaves all steps
 * to other workers, and reports that.
 */
import { availableParallelism } from 'node:os';
import { findFfmpeg, findIsolation, HOW_TO_GET_FFMPEG, warnOfOpen } from '@farebox/sandbox';
import { runApp } from '@farebox/telemetry';
import { reserveOf, runWorkerApp } from '@farebox/worker';
import { readAvWorkerConfig } from './config.ts';
import { createAvOperations } from './operations.ts';

const name = 'worker-av';

await runApp({
  name,
  read: () => readAvWorkerConfig(process.env),
  async run(config, shell) {
    const found = findFfmpeg(config.ffmpeg, process.env['PATH'] ?? '');
    if (!found.ok) {
      const facts = { ffmpeg: `none: ${found.problem}; ${HOW_TO_GET_FFMPEG}` };
      await runWorkerApp(config, { name, engine: 'av', operations: {}, facts }, shell);
      return;
    }
    const { ffmpeg } = found;
    const isolation = findIsolation();
    warnOfOpen(isolation, shell.logger);
    const { operations, close } = createAvOperations({
      ffmpeg,
      isolation,
      concurrency: Math.min(config.concurrency + reserveOf(config.concurrency), availableParallelism() + 1),
      secondsMax: config.secondsMax,
      video: { pixelsMax: config.pixelsMax, picturesPerSecondMax: config.picturesPerSecondMax },
      outputBytesMax: config.outputMb * 1024 ** 2,
    });
    const facts = {
      isolation: isolation.summary,
      ffmpeg: `${ffmpeg.version} at ${ffmpeg.path}, writes ${[...ffmpeg.formats, ...ffmpeg.videoFormats].join(', ')}`,
    };
    await runWorkerApp(config, { name, engine: 'av', operations, close, facts }, shell);
  },
});
