/** The main job by the package as it is published, in a folder where it is installed. Prints which Node ran it, and what came of it. */
import { createTollgate, usd } from '@tollgate/sdk';
import { fileAt, fileStore, saveAs } from '@tollgate/sdk/node';

const { TOLLGATE_URL: baseUrl, TOLLGATE_API_KEY: apiKey } = process.env;
const tollgate = createTollgate({ baseUrl, apiKey, store: fileStore('requests') });
const photo = await tollgate.upload(await fileAt('photo.jpg'));
const source = { fileId: photo.id };
const signal = AbortSignal.timeout(60_000);
const { execution, artifacts } = await tollgate.run('image-resize', { source, width: 40 }, { ceiling: usd('0.05'), signal });
for (const artifact of artifacts) await saveAs(artifact, 'small.jpg');
const states = [];
for await (const { status } of tollgate.events(execution.id, { signal })) states.push(status);
const pending = (await tollgate.pending()).length;
console.log(JSON.stringify({ node: process.version, status: execution.status, states, pending }));
