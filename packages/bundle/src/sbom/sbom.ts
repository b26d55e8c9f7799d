/** Writes the software bill of materials of an image: CycloneDX 1.6, as JSON. */
import { Utils } from '@cyclonedx/cyclonedx-library/Contrib/Bom';
import { Factories } from '@cyclonedx/cyclonedx-library/Contrib/License';
import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom, Component } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { PackageURL } from 'packageurl-js';
import parseExpression from 'spdx-expression-parse';
import type { Contents, Package } from '../packages.ts';
import type { Debian } from './debian.ts';

export interface Materials extends Contents {
  /** The version of Node, and of what Node was linked with. */
  readonly node: Readonly<Record<string, string | undefined>>;
  readonly debian: Debian | null;
  readonly now: Date;
}

export function sbom({ version, node, packages, debian, now }: Materials): string {
  const bom = new Bom({ serialNumber: Utils.randomSerialNumber() });
  bom.metadata.timestamp = now;
  bom.metadata.component = new Component(ComponentType.Application, 'farebox', { bomRef: 'farebox', version });
  const found = [ofNode(node), ...packages.map(ofNpm), ...(debian === null ? [] : ofDebian(debian))];
  for (const component of found) {
    bom.components.add(component);
    bom.metadata.component.dependencies.add(component.bomRef);
  }
  return new JsonSerializer(new Json.Normalize.Factory(Spec1dot6)).serialize(bom, { sortLists: true, space: 2 });
}

const licences = new Factories.LicenseFactory((text) => void parseExpression(text));

function ofNpm({ name, version, license, libraries = {} }: Package): Component {
  const at = name.lastIndexOf('/');
  const [group, bare] = at === -1 ? [undefined, name] : [name.slice(0, at), name.slice(at + 1)];
  const purl = new PackageURL('npm', group, bare, version, undefined, undefined).toString();
  const component = new Component(ComponentType.Library, bare, {
    ...(group && { group }),
    version,
    purl,
    bomRef: purl,
  });
  if (license !== undefined) component.licenses.add(licences.makeFromString(license));
  addParts(component, libraries);
  return component;
}

function ofNode({ node: version = '', ...linked }: Materials['node']): Component {
  const purl = new PackageURL('generic', undefined, 'node', version, undefined, undefined).toString();
  const cpe = `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*` as const;
  const component = new Component(ComponentType.Platform, 'node', { version, purl, cpe, bomRef: purl });
  addParts(component, linked);
  return component;
}

/** Native libraries that are part of a package. */
function addParts(component: Component, libraries: Materials['node']): void {
  for (const [name, version = ''] of Object.entries(libraries)) {
    const purl = new PackageURL('generic', undefined, name, version, undefined, undefined).toString();
    const bomRef = `${component.purl}#${name}`;
    component.components.add(new Component(ComponentType.Library, name, { version, purl, bomRef }));
  }
}

/** Each package, and each source package once, because advisories of Debian name only these. */
function ofDebian({ distribution, packages }: Debian): Component[] {
  const [namespace] = distribution.split('-', 1);
  const component = (name: string, version: string, qualifiers: Readonly<Record<string, string>>): Component => {
    const all = { distro: distribution, ...qualifiers };
    const purl = new PackageURL('deb', namespace, name, version, all, undefined).toString();
    return new Component(ComponentType.Library, name, { version, purl, bomRef: purl });
  };
  const sources = new Map(packages.map(({ source }) => [`${source.name} ${source.version}`, source]));
  return [
    ...packages.map(({ name, version, architecture, source }) =>
      component(name, version, { arch: architecture, upstream: source.name }),
    ),
    ...[...sources.values()].map(({ name, version }) => component(name, version, { arch: 'source' })),
  ];
}
