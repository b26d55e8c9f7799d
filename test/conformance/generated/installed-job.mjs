/** The main job by the package as it is published, in a folder where it is installed. Prints what came of it. */
import { createFarebox, usd } from '@farebox/sdk';
import { fileAt, fileStore, saveAs } from '@farebox/sdk/node';

const { FAREBOX_URL: baseUrl, FAREBOX_API_KEY: apiKey } = process.env;
const farebox = createFarebox({ baseUrl, apiKey, store: fileStore('requests') });
const photo = await farebox.upload(await fileAt('photo.jpg'));
const source = { fileId: photo.id };
const signal = AbortSignal.timeout(60_000);
const { execution, artifacts } = await farebox.run('image-resize', { source, width: 40 }, { ceiling: usd('0.05'), signal });
for (const artifact of artifacts) await saveAs(artifact, 'small.jpg');
const states = [];
for await (const { status } of farebox.events(execution.id, { signal })) states.push(status);
const pending = (await farebox.pending()).length;
console.log(JSON.stringify({ status: execution.status, states, pending }));
