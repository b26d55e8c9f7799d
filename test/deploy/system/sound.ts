/** What gateways are told that worker-av can write: what compose.yaml offers, as Debian's ffmpeg has it all. */
import { readServices, variables } from '../compose/compose-file.ts';

const FORMATS = 'TOLLGATE_AUDIO_FORMATS';

export function soundOffer(): Readonly<Record<typeof FORMATS, string>> {
  const secrets = variables.filter((each) => each.default === undefined).map(({ name }) => [name, 'x'.repeat(40)]);
  const { gateway } = readServices(Object.fromEntries(secrets) as Record<string, string>);
  return { [FORMATS]: gateway?.environment?.[FORMATS] ?? '' };
}
