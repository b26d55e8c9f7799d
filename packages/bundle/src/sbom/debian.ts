/** The Debian packages of the system that this process runs on, by the files that dpkg keeps of them. */
import { existsSync, readFileSync } from 'node:fs';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  /** The source package, by which Debian publishes advisories. */
  readonly source: { readonly name: string; readonly version: string };
}

export interface Debian {
  /** `debian-12`. */
  readonly distribution: string;
  readonly packages: readonly DebianPackage[];
}

const STATUS = '/var/lib/dpkg/status';
const RELEASE = '/etc/os-release';

/** Null on a system without dpkg. */
export const installedDebian = (): Debian | null =>
  existsSync(STATUS)
    ? {
        distribution: distributionIn(readFileSync(RELEASE, 'utf8')),
        packages: packagesIn(readFileSync(STATUS, 'utf8')),
      }
    : null;

/** Removed packages, whose configuration is still there, are left out. */
export const packagesIn = (status: string): DebianPackage[] =>
  status
    .split(/\n\n+/)
    .map((stanza) => new Map(stanza.split('\n').flatMap(field)))
    .filter((fields) => fields.get('Status')?.endsWith(' installed'))
    .map((fields) => {
      const [name = '', version = ''] = [fields.get('Package'), fields.get('Version')];
      const source = sourceIn(fields.get('Source') ?? name, version);
      return { name, version, architecture: fields.get('Architecture') ?? '', source };
    });

/** Lines that continue a field begin with a space. */
function field(line: string): [string, string][] {
  const at = line.indexOf(': ');
  return at < 1 || line.startsWith(' ') ? [] : [[line.slice(0, at), line.slice(at + 2)]];
}

/** `openssl`, or `gcc-12 (12.2.0-14)` if the source has another version than the package. */
function sourceIn(text: string, version: string): DebianPackage['source'] {
  const [name = '', own] = text.split(' ', 2);
  return { name, version: own?.slice(1, -1) ?? version };
}

export function distributionIn(release: string): string {
  const value = (name: string): string => new RegExp(`^${name}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? 'unknown';
  return `${value('ID')}-${value('VERSION_ID')}`;
}
