/** The gateway settings that offer all formats that compose.yaml offers; Debian's ffmpeg writes all of them. */
import { readServices, variables } from '../compose/compose-file.ts';

const OFFERED = ['FAREBOX_AUDIO_FORMATS', 'FAREBOX_VIDEO_FORMATS'] as const;

export function avOffer(): Readonly<Record<string, string>> {
  const secrets = variables.filter((each) => each.default === undefined).map(({ name }) => [name, 'x'.repeat(40)]);
  const { gateway } = readServices(Object.fromEntries(secrets) as Record<string, string>);
  return Object.fromEntries(OFFERED.map((name) => [name, gateway?.environment?.[name] ?? '']));
}
