/** The manifest of a new tool: complete, so that it passes `farebox tool lint` and can be published as it is. */

export interface ManifestOptions {
  /** True: the runner asks for its runs, and has no address. */
  readonly isPull: boolean;
}

/** @param name has the form of a tool name. */
export const manifestText = (
  name: string,
  { isPull }: ManifestOptions,
): string => `# Every member: docs/manifest.md. Check: farebox tool lint farebox.yaml
farebox: 1
name: ${name}
title: Describe a picture
description: Tells the size of a picture in bytes and its SHA-256. Replace this by what your tool does.
category: image
input:
  type: object
  additionalProperties: false
  required: [source]
  properties:
    source: { title: Picture, $ref: "farebox:file" }
    hash: { title: With the SHA-256, type: boolean, default: true }
example: { source: { fileId: file_sample_photo } }
files:
  /source: { mimeTypes: [image/jpeg, image/png], pixelsMax: 40000000 }
output:
  result: { type: object }
price: # a run costs 0.001 USD; see docs/price-rules.md
  unit: run
  unitPriceMicros: 1000
  minimumChargeMicros: 1000
  units: { ceil: 1 }
  onFailure: none
runner:
${isPull ? PULL : httpText(name)}
  maxRuntimeSeconds: ${isPull ? '300 # more than a lease of 60 s: a run whose runner died begins again after it' : '60'}
  concurrency: 8
test:
  simulate: { result: { sizeBytes: 57190 } } # what calls of test projects get
  cases:
    - arguments: { source: { fileId: file_sample_photo } }
      expect: { result: { sizeBytes: { const: 57190 } } }
    - arguments: { source: { fileId: file_sample_drawing }, hash: false }
      expect: { result: { sizeBytes: { const: 22886 } } }
`;

const PULL = `  kind: pull # the runner asks for its runs with a runner key: docs/runner-pull.md
  idempotent: true # an interrupted run may begin again, also at another runner`;

const httpText = (name: string): string => `  kind: http
  url: http://127.0.0.1:8787/farebox # https, if it is not on the machine of Farebox
  secret: ${secretName(name)} # the name of a secret, never its value
  idempotent: true # the runner stores each token before it begins`;

/** Manifests refuse what looks like the secret itself. */
function secretName(name: string): string {
  const [team = ''] = name.split('-');
  return /^[a-z]{3,20}$/.test(team) && !['key', 'ghp', 'whsec', 'bearer', 'basic'].includes(team)
    ? `${team}-runner`
    : 'team-runner';
}
