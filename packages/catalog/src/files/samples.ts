/** Files that exist in every project, so that the examples of the catalog run as they stand. Nobody uploads them and they never expire. */
export const SAMPLE_IDS = { photo: 'file_sample_photo', recording: 'file_sample_recording' } as const;

export const EXAMPLE_PHOTO = { fileId: SAMPLE_IDS.photo } as const;
export const EXAMPLE_RECORDING = { fileId: SAMPLE_IDS.recording } as const;
