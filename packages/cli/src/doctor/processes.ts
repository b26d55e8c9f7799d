/** Checks that a keeper and the workers that the offered tools need are at work. */
import { type AtWork, type Database, readAtWork } from '@farebox/db';
import { failed, type Finding, ok, skipped } from './finding.ts';
import type { DoctorConfig } from './settings.ts';

type Apps = 'keeper' | 'worker-image' | 'worker-av' | 'worker-provider';

interface Expected {
  readonly app: Apps;
  /** Null: the settings need this app. Otherwise the reason why it may be absent. */
  readonly unless: string | null;
  readonly mend: string;
}

const START = 'start it (docker compose up -d, systemctl, npm start), and look at its log';

function expectedOf(
  { audioFormats, videoFormats, ...config }: DoctorConfig,
  hasOwnTools: boolean,
): readonly Expected[] {
  const offersMedia = audioFormats.size + videoFormats.size > 0;
  const { providersFile, openaiUrl, predictionsUrl, simulatorUrl } = config;
  const hasServices = [providersFile, openaiUrl, predictionsUrl, simulatorUrl].some((each) => each !== undefined);
  return [
    {
      app: 'keeper',
      unless: null,
      mend: `${START}: without a keeper, no lost execution is recovered and no file expires`,
    },
    { app: 'worker-image', unless: null, mend: START },
    {
      app: 'worker-av',
      unless: offersMedia ? null : 'FAREBOX_AUDIO_FORMATS and FAREBOX_VIDEO_FORMATS are empty, so no tool needs it',
      mend: `${START}, or empty FAREBOX_AUDIO_FORMATS and FAREBOX_VIDEO_FORMATS, so that its tools are not offered`,
    },
    {
      app: 'worker-provider',
      unless: hasServices || hasOwnTools ? null : 'no external service is configured and no own tool is on offer',
      mend: `${START}, or remove the external services from the settings and retire the own tools`,
    },
  ];
}

export async function processFindings(
  database: Database,
  config: DoctorConfig,
  hasOwnTools: boolean,
): Promise<readonly Finding[]> {
  const atWork = await readAtWork(database);
  return expectedOf(config, hasOwnTools).map((expected) => findingOf(expected, atWork));
}

function findingOf({ app, unless, mend }: Expected, atWork: readonly AtWork[]): Finding {
  const count = atWork.filter((each) => each.app === app).length;
  if (count > 0) return ok(app, count === 1 ? 'one is at work' : `${count} are at work`);
  if (unless !== null) return skipped(app, unless);
  return failed(app, 'none was at work in the last three minutes', mend);
}
