import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { expect, test } from 'vitest';
import { distributionIn, packagesIn } from './debian.ts';
import { sbom } from './sbom.ts';

const STATUS = `Package: libssl3
Status: install ok installed
Architecture: amd64
Source: openssl
Version: 3.0.19-1~deb12u2
Description: library
 Package: of the description
 .

Package: libgcc-s1
Status: install ok installed
Architecture: amd64
Source: gcc-12 (12.2.0-14)
Version: 12.2.0-14+deb12u1

Package: gone
Status: deinstall ok config-files
Architecture: all
Version: 1
`;

test('Debian’s packages are read with their sources, without removed ones', () => {
  expect(packagesIn(STATUS)).toEqual([
    {
      name: 'libssl3',
      version: '3.0.19-1~deb12u2',
      architecture: 'amd64',
      source: { name: 'openssl', version: '3.0.19-1~deb12u2' },
    },
    {
      name: 'libgcc-s1',
      version: '12.2.0-14+deb12u1',
      architecture: 'amd64',
      source: { name: 'gcc-12', version: '12.2.0-14' },
    },
  ]);
  expect(distributionIn('PRETTY_NAME="Debian"\nVERSION_ID="12"\nID=debian\n')).toBe('debian-12');
});

test('the SBOM is valid CycloneDX, and lists every package, library and source', async () => {
  const text = sbom({
    version: '1.2.3',
    node: { node: '24.21.0', openssl: '3.5.7' },
    packages: [
      { name: 'express', version: '5.3.0', license: 'MIT' },
      { name: '@img/libvips', version: '1.3.4', license: '(LGPL-3.0-or-later OR MIT)', libraries: { vips: '8.18.7' } },
      { name: 'unclear', version: '1.0.0', license: 'SEE LICENSE IN file' },
      { name: 'silent', version: '1.0.0' },
    ],
    debian: { distribution: 'debian-12', packages: packagesIn(STATUS) },
    now: new Date('2026-11-27T00:00:00Z'),
  });
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  const purls = [...text.matchAll(/"purl": "([^"]+)"/g)].map(([, purl = '']) => purl);
  expect(new Set(purls)).toEqual(
    new Set([
      'pkg:deb/debian/gcc-12@12.2.0-14?arch=source&distro=debian-12',
      'pkg:deb/debian/libgcc-s1@12.2.0-14+deb12u1?arch=amd64&distro=debian-12&upstream=gcc-12',
      'pkg:deb/debian/libssl3@3.0.19-1~deb12u2?arch=amd64&distro=debian-12&upstream=openssl',
      'pkg:deb/debian/openssl@3.0.19-1~deb12u2?arch=source&distro=debian-12',
      'pkg:generic/node@24.21.0',
      'pkg:generic/openssl@3.5.7',
      'pkg:generic/vips@8.18.7',
      'pkg:npm/%40img/libvips@1.3.4',
      'pkg:npm/express@5.3.0',
      'pkg:npm/silent@1.0.0',
      'pkg:npm/unclear@1.0.0',
    ]),
  );
  expect(text).toContain('"expression": "(LGPL-3.0-or-later OR MIT)"');
});
