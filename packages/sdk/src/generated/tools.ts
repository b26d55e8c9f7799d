/** Made from a catalog by farebox-types; made anew, never edited. The arguments of each tool by its name. */
export interface components {
    schemas: {
        "audio-analyze": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Silence level
             * @description Decibels relative to full scale; what stays below in all channels is silence.
             * @default -50
             */
            silenceDb?: number;
            /**
             * Shortest silence
             * @description Seconds that a silence lasts at least to be listed.
             * @default 0.5
             */
            silenceSeconds?: number;
        };
        "audio-concat": {
            /**
             * Sources
             * @description Played one after the other, in this order. One may stand there several times.
             */
            sources: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            }[];
            /**
             * Gap
             * @description Seconds of silence between two sources. Not together with a crossfade.
             * @default 0
             */
            gapSeconds?: number;
            /**
             * Crossfade
             * @description Seconds in which one source falls while the next rises; at most half of the shortest source is taken. Not together with a gap.
             * @default 0
             */
            crossfadeSeconds?: number;
            /**
             * Sample rate
             * @description Samples a second that all sources are brought to. Default: 44100; opus always has 48000.
             * @enum {unknown}
             */
            sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
            /**
             * Channels
             * @description 1: all sources are mixed down to mono; 2: to stereo.
             * @default 2
             * @enum {unknown}
             */
            channels?: 1 | 2;
            /**
             * Format
             * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
        };
        "audio-convert": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description The format of the result.
             * @enum {unknown}
             */
            model: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
            /**
             * Sample rate
             * @description Samples a second. Default: that of the source, or the nearest that the format has; opus always has 48000.
             * @enum {unknown}
             */
            sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
            /**
             * Channels
             * @description 1 mixes down to mono, 2 to stereo. Default: as the source, or the most that the format has.
             * @enum {unknown}
             */
            channels?: 1 | 2;
        };
        "audio-mix": {
            /**
             * Tracks
             * @description They sound together; their samples are added. One file may be in several tracks.
             */
            tracks: {
                /**
                 * Sound
                 * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                 */
                source: {
                    /**
                     * File id
                     * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                     */
                    fileId: string;
                };
                /**
                 * Gain
                 * @description Decibels by which the track is made louder, or softer where negative.
                 * @default 0
                 */
                gainDb?: number;
                /**
                 * Offset
                 * @description Seconds after the beginning of the mix at which the track begins.
                 * @default 0
                 */
                offsetSeconds?: number;
            }[];
            /**
             * Length
             * @description longest: until the last track ends. first: until the first track of the list ends.
             * @default longest
             * @enum {unknown}
             */
            length?: "longest" | "first";
            /**
             * Limit
             * @description Whether a limiter keeps the sum from clipping; it leaves alone what is below full scale.
             * @default true
             */
            limit?: boolean;
            /**
             * Sample rate
             * @description Samples a second that all sources are brought to. Default: 44100; opus always has 48000.
             * @enum {unknown}
             */
            sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
            /**
             * Channels
             * @description 1: all sources are mixed down to mono; 2: to stereo.
             * @default 2
             * @enum {unknown}
             */
            channels?: 1 | 2;
            /**
             * Format
             * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
        };
        "audio-normalize": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Loudness
             * @description Integrated loudness of the result in LUFS (EBU R128): -23 for broadcast, -16 for podcasts, -14 for streaming.
             * @default -23
             */
            loudnessLufs?: number;
            /**
             * True peak
             * @description Decibels of full scale that no peak goes above, also between samples; a lossy format may add some tenths when it is played.
             * @default -1
             */
            truePeakDb?: number;
            /**
             * When the loudness is not met
             * @description Where the peaks allow no such loudness within 0.5 LU. best-effort: the nearest that they allow is delivered. fail: the execution fails, at no charge.
             * @default best-effort
             * @enum {unknown}
             */
            whenUnmet?: "best-effort" | "fail";
            /**
             * Format
             * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
        };
        "audio-remove-silence": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Silence level
             * @description Decibels relative to full scale; what stays below in all channels is silence.
             * @default -50
             */
            silenceDb?: number;
            /**
             * Shortest silence
             * @description Seconds that a silence lasts at least to be shortened.
             * @default 0.5
             */
            silenceSeconds?: number;
            /**
             * Kept silence
             * @description Seconds that stay of each such silence, half at either end, so that words do not run together; at the beginning and the end of the source all of it beside the sound.
             * @default 0.1
             */
            keepSeconds?: number;
            /**
             * Format
             * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
        };
        "audio-spectrogram": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Width
             * @description Width of the picture in pixels.
             * @default 1200
             */
            width?: number;
            /**
             * Height
             * @description Height of the picture in pixels.
             * @default 512
             */
            height?: number;
            /**
             * Highest frequency
             * @description Hertz at the upper edge; the lower edge is 0. Of a source of more than half an hour it may be lowered, to 11,111 Hz for an hour: output.result.maximumFrequencyHz says what was drawn.
             * @default 20000
             */
            maximumFrequencyHz?: number;
            /**
             * Frequency scale
             * @description linear, or logarithmic: low frequencies have more room than high ones.
             * @default linear
             * @enum {unknown}
             */
            frequencyScale?: "linear" | "logarithmic";
            /**
             * Dynamic range
             * @description Decibels below full scale that still have a colour of their own.
             * @default 120
             */
            dynamicRangeDb?: number;
            /**
             * Palette
             * @description Colours from quiet to loud.
             * @default magma
             * @enum {unknown}
             */
            palette?: "magma" | "viridis" | "plasma" | "cividis" | "intensity" | "fire" | "cool" | "green";
        };
        "audio-transcribe": {
            /**
             * Recording
             * @description The recording: WAV, MP3 or MP4; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Language
             * @description ISO 639-1 code of what is spoken; without it, it is guessed.
             */
            language?: string;
            /**
             * Vocabulary
             * @description Names and words that occur, to get their spelling right.
             */
            prompt?: string;
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard";
        };
        "audio-trim": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Start
             * @description Where the result begins, in seconds of the source; it must lie before the end of the source.
             * @default 0
             */
            startSeconds?: number;
            /**
             * End
             * @description Where the result ends, in seconds of the source, after the start. Without it, or beyond the source: where the source ends.
             */
            endSeconds?: number;
            /**
             * Fade in
             * @description Seconds over which the result rises from silence at its beginning.
             * @default 0
             */
            fadeInSeconds?: number;
            /**
             * Fade out
             * @description Seconds over which the result falls to silence at its end.
             * @default 0
             */
            fadeOutSeconds?: number;
            /**
             * Format
             * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
        };
        "audio-waveform": {
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Width
             * @description Width of the picture in pixels.
             * @default 1200
             */
            width?: number;
            /**
             * Height
             * @description Height of the picture in pixels.
             * @default 300
             */
            height?: number;
            /**
             * Channels
             * @description mixed draws one wave of all channels; split draws left above right (a mono source twice).
             * @default mixed
             * @enum {unknown}
             */
            channels?: "mixed" | "split";
            /**
             * Scale
             * @description How amplitude becomes height; logarithmic, and less so square-root, show quiet parts larger.
             * @default linear
             * @enum {unknown}
             */
            scale?: "linear" | "square-root" | "logarithmic";
            /**
             * Colour
             * @description Colour #rrggbb of the wave.
             * @default #2563eb
             */
            color?: string;
            /**
             * Background
             * @description Colour #rrggbb behind the wave. Without it: transparent.
             */
            background?: string;
        };
        "image-adjust": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Trim
             * @description Cuts off the edges that look like the pixel at the top left: how far a channel (0 to 255) may differ from it. Try 10. An image of one colour, or with a side below 3 pixels, stays whole.
             */
            trim?: number;
            /**
             * Rotate
             * @description Degrees clockwise. At other than right angles the result grows to hold the whole image, and its corners show the background.
             */
            rotate?: number;
            /**
             * Flip
             * @description Mirrors top and bottom.
             */
            flip?: boolean;
            /**
             * Flop
             * @description Mirrors left and right.
             */
            flop?: boolean;
            /**
             * Blur
             * @description Sigma of a Gaussian blur in pixels: 1 is soft, 10 hides faces and text of a web picture.
             */
            blur?: number;
            /**
             * Sharpen
             * @description Sigma of the sharpening mask in pixels: 0.5 to 1 after scaling down, 2 for a soft photo.
             */
            sharpen?: number;
            /**
             * Brightness
             * @description Factor of the lightness: 1 changes nothing, 2 is twice as bright.
             */
            brightness?: number;
            /**
             * Saturation
             * @description Factor of the saturation: 1 changes nothing, 0 leaves grey.
             */
            saturation?: number;
            /**
             * Hue
             * @description Degrees that all colours are turned by.
             */
            hue?: number;
            /**
             * Grayscale
             * @description Leaves the lightness only.
             */
            grayscale?: boolean;
            /**
             * Format
             * @description Format of the result; source keeps that of the source.
             * @default source
             * @enum {unknown}
             */
            format?: "source" | "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb of the corners of a rotated image, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.
             */
            background?: string;
        };
        "image-analyze": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Colours
             * @description How many dominant colours to look for; an image of fewer gives fewer.
             * @default 5
             */
            colors?: number;
        };
        "image-collage": {
            /**
             * Images
             * @description Laid in this order, row by row from the top left. One may stand there several times.
             */
            images: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            }[];
            /**
             * Columns
             * @description Cells in a row. Without it: as many columns as rows, or one more. Cells that no image is left for show the background.
             */
            columns?: number;
            /**
             * Cell width
             * @description Width of each cell in pixels.
             * @default 512
             */
            cellWidth?: number;
            /**
             * Cell height
             * @description Height of each cell in pixels.
             * @default 512
             */
            cellHeight?: number;
            /**
             * Gap
             * @description Pixels between the cells and around all of them.
             * @default 16
             */
            gap?: number;
            /**
             * Fit
             * @description How an image fills its cell; it may be enlarged. cover: cropped around the centre. contain: whole, with the background beside it. fill: stretched.
             * @default cover
             * @enum {unknown}
             */
            fit?: "cover" | "contain" | "fill";
            /**
             * Background
             * @description Colour #rrggbb of gaps, of empty cells and behind transparent pixels. Without it: transparent where the format can, else white.
             */
            background?: string;
            /**
             * Format
             * @description Format of the result.
             * @default jpeg
             * @enum {unknown}
             */
            format?: "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
        };
        "image-compare": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Other image
             * @description What the image is compared with; of the same types and limits. One of another size is stretched to the size of the image.
             */
            other: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Tolerance
             * @description A pixel has changed when red, green, blue or alpha (each 0 to 255) differ by more than this. 0 counts every difference, 8 forgives what compression does.
             * @default 8
             */
            tolerance?: number;
            /**
             * Diff
             * @description Whether to make a picture of the differences: changed pixels red on the image in pale grey.
             * @default true
             */
            diff?: boolean;
        };
        "image-convert": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description The format of the result.
             * @enum {unknown}
             */
            model: "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description jpeg (default 82), webp (default 80), avif (default 55). 100 is the best and largest.
             */
            quality?: number;
            /**
             * Lossless
             * @description webp and avif: keep every pixel exactly. Default false.
             */
            lossless?: boolean;
            /**
             * Progressive
             * @description jpeg: show a coarse image first while loading. Default false.
             */
            progressive?: boolean;
            /**
             * Background
             * @description jpeg: colour #rrggbb behind transparent pixels. Default white.
             */
            background?: string;
        };
        "image-crop": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Box in pixels
             * @description Exactly these pixels of the upright image. The box must lie within the image.
             */
            box?: {
                /**
                 * Left
                 * @description Column of the first pixel that is kept, from 0.
                 */
                left: number;
                /**
                 * Top
                 * @description Row of the first pixel that is kept, from 0.
                 */
                top: number;
                /**
                 * Width
                 * @description Width of the result in pixels.
                 */
                width: number;
                /**
                 * Height
                 * @description Height of the result in pixels.
                 */
                height: number;
            };
            /**
             * Box in ratios
             * @description A box in shares of the sides of the upright image, for any size of image; its edges are rounded to whole pixels. left + width and top + height are at most 1.
             */
            part?: {
                /**
                 * Left
                 * @description Where it begins, as a share of the width of the image, 0 to 1.
                 */
                left: number;
                /**
                 * Top
                 * @description Where it begins, as a share of the height of the image, 0 to 1.
                 */
                top: number;
                /**
                 * Width
                 * @description As a share of the width of the image, 0 to 1.
                 */
                width: number;
                /**
                 * Height
                 * @description As a share of the height of the image, 0 to 1.
                 */
                height: number;
            };
            /**
             * Size and gravity
             * @description A window of this size, not scaled. It must not be larger than the image.
             */
            window?: {
                /**
                 * Width
                 * @description Width of the result in pixels.
                 */
                width: number;
                /**
                 * Height
                 * @description Height of the result in pixels.
                 */
                height: number;
                /**
                 * Gravity
                 * @description Where the window lies: in the center, at an edge or corner (north is the top), where the eye goes first (attention: skin, saturated colours, edges), or where most detail is (entropy).
                 * @default center
                 * @enum {unknown}
                 */
                gravity?: "center" | "north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west" | "attention" | "entropy";
            };
            /**
             * Format
             * @description Format of the result; source keeps that of the source.
             * @default source
             * @enum {unknown}
             */
            format?: "source" | "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb behind transparent pixels of a JPEG. Without it: white.
             */
            background?: string;
        };
        "image-generate": {
            /**
             * Description
             * @description What the picture shows, in plain words.
             */
            prompt: string;
            /**
             * Size
             * @description Width and height of the result in pixels.
             * @default 1024x1024
             * @enum {unknown}
             */
            size?: "512x512" | "1024x1024" | "1536x1024" | "1024x1536";
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard" | "high";
        };
        "image-optimize": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description The format of the result.
             * @enum {unknown}
             */
            model: "jpeg" | "png" | "webp" | "avif";
            /**
             * Most bytes
             * @description The result has at most this many bytes. Alone: the best quality that fits. With similarity: the smallest file that is alike enough, if it fits.
             */
            maxBytes?: number;
            /**
             * Similarity
             * @description How alike the result must be to the source: the mean structural similarity (SSIM, 0 to 1) of their luma. 0.95 is hard to tell apart at a glance, 0.98 side by side; 1 is every pixel, which only png reaches surely.
             */
            similarity?: number;
            /**
             * When unmet
             * @description What happens where no quality meets the target. best-effort: the best that keeps to the bytes, or the smallest there is, and the result says met: false. fail: the execution fails with target_not_met and costs nothing.
             * @default best-effort
             * @enum {unknown}
             */
            whenUnmet?: "best-effort" | "fail";
        };
        "image-remove-background": {
            /**
             * Image
             * @description The image: JPEG or PNG; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard";
        };
        "image-resize": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Width
             * @description Target width in pixels. With only one of the two, the other follows the aspect ratio.
             */
            width?: number;
            /**
             * Height
             * @description Target height in pixels. With only one of the two, the other follows the aspect ratio.
             */
            height?: number;
            /**
             * Fit
             * @description How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
             * @default inside
             * @enum {unknown}
             */
            fit?: "inside" | "outside" | "cover" | "contain" | "fill";
            /**
             * Allow enlargement
             * @description Whether the image may grow. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.
             * @default false
             */
            allowEnlargement?: boolean;
            /**
             * Format
             * @description Format of the result; source keeps that of the source.
             * @default source
             * @enum {unknown}
             */
            format?: "source" | "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.
             */
            background?: string;
        };
        "image-stylize": {
            /**
             * Image
             * @description The image: JPEG or PNG; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Description
             * @description What it shall look like, in plain words.
             */
            prompt: string;
            /**
             * Strength
             * @description How far the result may depart from the source, as a share of 1: 0 keeps it, 1 only follows the words.
             * @default 0.6
             */
            strength?: number;
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard";
        };
        "image-thumbnails": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Sizes
             * @description One artifact is made for each, in this order; together at most 40 megapixels.
             */
            sizes: {
                /**
                 * Width
                 * @description Target width in pixels. With only one of the two, the other follows the aspect ratio.
                 */
                width?: number;
                /**
                 * Height
                 * @description Target height in pixels. With only one of the two, the other follows the aspect ratio.
                 */
                height?: number;
                /**
                 * Fit
                 * @description How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                 * @default inside
                 * @enum {unknown}
                 */
                fit?: "inside" | "outside" | "cover" | "contain" | "fill";
            }[];
            /**
             * Allow enlargement
             * @description Whether a thumbnail may be larger than the image. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.
             * @default false
             */
            allowEnlargement?: boolean;
            /**
             * Format
             * @description Format of the result; source keeps that of the source.
             * @default source
             * @enum {unknown}
             */
            format?: "source" | "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.
             */
            background?: string;
        };
        "image-upscale": {
            /**
             * Image
             * @description The image: JPEG or PNG; its result has at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Scale
             * @description How many times as wide and as high the result is.
             * @default 2
             */
            scale?: number;
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard";
        };
        "image-watermark": {
            /**
             * Image
             * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Mark image
             * @description An image as the mark, best a PNG with transparency: an uploaded JPEG or PNG, or an artifact; at most 40 megapixels.
             */
            image?: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Mark text
             * @description A text as the mark, of one or several lines, drawn as it is in DejaVu Sans: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian, Lao and many symbols. A character that the font does not have is an error.
             */
            text?: string;
            /**
             * Text colour
             * @description Colour #rrggbb of the text. Without it: white.
             */
            color?: string;
            /**
             * Position
             * @description Where the mark stands; north is the top. With tile, it stands everywhere.
             * @default south-east
             * @enum {unknown}
             */
            position?: "center" | "north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west";
            /**
             * Margin
             * @description Pixels between the mark and the edges, or between one tile and the next. Less where the image is too small for it.
             * @default 16
             */
            margin?: number;
            /**
             * Scale
             * @description Width of the mark as a share of the width of the image. Its proportions are kept, and it is smaller where it would not fit between the margins.
             * @default 0.25
             */
            scale?: number;
            /**
             * Opacity
             * @description Share of what is behind the mark that it covers: 1 hides it. Transparency of a mark image stays.
             * @default 0.5
             */
            opacity?: number;
            /**
             * Tile
             * @description Repeats the mark over the whole image, from its top left corner.
             * @default false
             */
            tile?: boolean;
            /**
             * Format
             * @description Format of the result; source keeps that of the source.
             * @default source
             * @enum {unknown}
             */
            format?: "source" | "jpeg" | "png" | "webp" | "avif";
            /**
             * Quality
             * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb behind transparent pixels of a JPEG. Without it: white.
             */
            background?: string;
        };
        "speech-generate": {
            /**
             * Text
             * @description What is read, in any language the voice speaks.
             */
            text: string;
            /**
             * Voice
             * @description Who reads.
             * @default alloy
             * @enum {unknown}
             */
            voice?: "alloy" | "echo" | "fable" | "nova" | "onyx" | "shimmer";
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard";
        };
        "video-analyze": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Scene threshold
             * @description How much a picture must differ from the one before it to begin a scene, in percent: 8 to 14 finds hard cuts, less finds more.
             * @default 10
             */
            sceneThreshold?: number;
            /**
             * Black seconds
             * @description From how many seconds on a part that is black is told.
             * @default 0.5
             */
            blackSeconds?: number;
            /**
             * Frozen seconds
             * @description From how many seconds on a part that does not move is told.
             * @default 2
             */
            frozenSeconds?: number;
        };
        "video-clip": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Start
             * @description Where the result begins, in seconds of the source; it must lie before the end of the source.
             * @default 0
             */
            startSeconds?: number;
            /**
             * End
             * @description Where the result ends, in seconds of the source, after the start. Without it, or beyond the source: where the source ends.
             */
            endSeconds?: number;
            /**
             * Quality
             * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
        };
        "video-concat": {
            /**
             * Sources
             * @description Shown one after the other, in this order. One may stand there several times.
             */
            sources: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            }[];
            /**
             * Quality
             * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
        };
        "video-contact-sheet": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Columns
             * @description Pictures beside each other.
             * @default 4
             */
            columns?: number;
            /**
             * Rows
             * @description Pictures below each other.
             * @default 3
             */
            rows?: number;
            /**
             * Cell width
             * @description Cell width in pixels.
             * @default 320
             */
            cellWidth?: number;
            /**
             * Cell height
             * @description Cell height in pixels.
             * @default 180
             */
            cellHeight?: number;
            /**
             * Gap
             * @description Pixels between the pictures and around all of them.
             * @default 8
             */
            gap?: number;
            /**
             * Fit
             * @description How a picture fills its cell; it may be enlarged. contain: whole, with the background beside it. cover: cropped around the centre.
             * @default contain
             * @enum {unknown}
             */
            fit?: "contain" | "cover";
            /**
             * Background
             * @description Colour #rrggbb of the gaps and beside the pictures. Without it: black.
             */
            background?: string;
            /**
             * Format
             * @description Format of the result: jpeg, or png, which is lossless.
             * @default jpeg
             * @enum {unknown}
             */
            format?: "jpeg" | "png";
            /**
             * Quality
             * @description Quality of a JPEG; without it 85. PNG is lossless and has none.
             */
            quality?: number;
        };
        "video-extract-audio": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact, with sound; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description The format of the sound.
             * @enum {unknown}
             */
            model: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
             */
            bitrateKbps?: number;
        };
        "video-generate": {
            /**
             * Description
             * @description What the film shows, in plain words.
             */
            prompt: string;
            /**
             * Seconds
             * @description How long it lasts, in seconds.
             */
            seconds: number;
            /**
             * Model
             * @description Quality and price.
             * @default standard
             * @enum {unknown}
             */
            model?: "standard";
        };
        "video-preview": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description The format of the preview.
             * @enum {unknown}
             */
            model: "webp" | "gif";
            /**
             * Clips
             * @description How many clips, from the middles of as many equal parts of the video. 1: from its middle.
             * @default 4
             */
            clips?: number;
            /**
             * Seconds a clip
             * @description How long each clip lasts, in seconds. Where the clips would be longer than the video, all of it is shown.
             * @default 1
             */
            clipSeconds?: number;
            /**
             * Width
             * @description Width in pixels.
             * @default 320
             */
            width?: number;
            /**
             * Height
             * @description Height in pixels.
             * @default 320
             */
            height?: number;
            /**
             * Pictures a second
             * @description Pictures a second of the preview.
             * @default 10
             */
            framesPerSecond?: number;
            /**
             * Quality
             * @description Quality of a WebP; without it 60. GIF has none: its colours are the 256 that fit best.
             */
            quality?: number;
        };
        "video-replace-audio": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Sound
             * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
             */
            sound: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
        };
        "video-resize": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Width
             * @description Target width in pixels, rounded down to an even number. With only one of the two, the other follows the aspect ratio.
             */
            width?: number;
            /**
             * Height
             * @description Target height in pixels, rounded down to an even number. With only one of the two, the other follows the aspect ratio.
             */
            height?: number;
            /**
             * Fit
             * @description How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
             * @default inside
             * @enum {unknown}
             */
            fit?: "inside" | "outside" | "cover" | "contain" | "fill";
            /**
             * Allow enlargement
             * @description Whether the pictures may grow. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.
             * @default false
             */
            allowEnlargement?: boolean;
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain.
             * @default #000000
             */
            background?: string;
            /**
             * Quality
             * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
        };
        "video-thumbnails": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Times
             * @description Seconds from the start, an artifact each in this order: the picture that is shown then, by the millisecond. Behind the last picture it is the last one.
             */
            times?: number[];
            /**
             * Count
             * @description Instead of times: so many pictures, from the middles of as many equal parts of the video.
             */
            count?: number;
            /**
             * Width
             * @description Width in pixels.
             * @default 640
             */
            width?: number;
            /**
             * Height
             * @description Height in pixels.
             * @default 640
             */
            height?: number;
            /**
             * Fit
             * @description How a picture meets width and height. inside: as large as fits within them, never enlarged. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background.
             * @default inside
             * @enum {unknown}
             */
            fit?: "inside" | "cover" | "contain";
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain. Without it: black.
             */
            background?: string;
            /**
             * Format
             * @description Format of the result: jpeg, or png, which is lossless.
             * @default jpeg
             * @enum {unknown}
             */
            format?: "jpeg" | "png";
            /**
             * Quality
             * @description Quality of a JPEG; without it 85. PNG is lossless and has none.
             */
            quality?: number;
        };
        "video-transcode": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                 */
                fileId: string;
            };
            /**
             * Encoding
             * @description How the result is encoded.
             * @enum {unknown}
             */
            model: "h264-fast" | "h264-quality" | "vp9" | "av1";
            /**
             * Quality
             * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
            /**
             * Pictures a second
             * @description The most pictures a second of the result. A source that has no more keeps its own.
             * @default 60
             */
            picturesPerSecondMax?: number;
            /**
             * Sound
             * @description Whether the sound is kept, as AAC of 160 kbit/s.
             * @default true
             */
            sound?: boolean;
        };
        pipeline: {
            /**
             * Steps
             * @description Run in this order, one after the other.
             */
            steps: ({
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-analyze";
                /**
                 * Arguments
                 * @description What audio-analyze takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Silence level
                     * @description Decibels relative to full scale; what stays below in all channels is silence.
                     * @default -50
                     */
                    silenceDb?: number;
                    /**
                     * Shortest silence
                     * @description Seconds that a silence lasts at least to be listed.
                     * @default 0.5
                     */
                    silenceSeconds?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-concat";
                /**
                 * Arguments
                 * @description What audio-concat takes.
                 */
                arguments: {
                    /**
                     * Sources
                     * @description Played one after the other, in this order. One may stand there several times.
                     */
                    sources: ({
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    })[];
                    /**
                     * Gap
                     * @description Seconds of silence between two sources. Not together with a crossfade.
                     * @default 0
                     */
                    gapSeconds?: number;
                    /**
                     * Crossfade
                     * @description Seconds in which one source falls while the next rises; at most half of the shortest source is taken. Not together with a gap.
                     * @default 0
                     */
                    crossfadeSeconds?: number;
                    /**
                     * Sample rate
                     * @description Samples a second that all sources are brought to. Default: 44100; opus always has 48000.
                     * @enum {unknown}
                     */
                    sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
                    /**
                     * Channels
                     * @description 1: all sources are mixed down to mono; 2: to stereo.
                     * @default 2
                     * @enum {unknown}
                     */
                    channels?: 1 | 2;
                    /**
                     * Format
                     * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-convert";
                /**
                 * Arguments
                 * @description What audio-convert takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description The format of the result.
                     * @enum {unknown}
                     */
                    model: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                    /**
                     * Sample rate
                     * @description Samples a second. Default: that of the source, or the nearest that the format has; opus always has 48000.
                     * @enum {unknown}
                     */
                    sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
                    /**
                     * Channels
                     * @description 1 mixes down to mono, 2 to stereo. Default: as the source, or the most that the format has.
                     * @enum {unknown}
                     */
                    channels?: 1 | 2;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-mix";
                /**
                 * Arguments
                 * @description What audio-mix takes.
                 */
                arguments: {
                    /**
                     * Tracks
                     * @description They sound together; their samples are added. One file may be in several tracks.
                     */
                    tracks: {
                        /**
                         * Sound
                         * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                         */
                        source: {
                            /**
                             * File id
                             * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                             */
                            fileId: string;
                        } | {
                            /**
                             * Step
                             * @description Index of an earlier step of this pipeline, from 0.
                             */
                            step: number;
                            /**
                             * Artifact
                             * @description Which of the artifacts that step makes, from 0.
                             */
                            artifact: number;
                        };
                        /**
                         * Gain
                         * @description Decibels by which the track is made louder, or softer where negative.
                         * @default 0
                         */
                        gainDb?: number;
                        /**
                         * Offset
                         * @description Seconds after the beginning of the mix at which the track begins.
                         * @default 0
                         */
                        offsetSeconds?: number;
                    }[];
                    /**
                     * Length
                     * @description longest: until the last track ends. first: until the first track of the list ends.
                     * @default longest
                     * @enum {unknown}
                     */
                    length?: "longest" | "first";
                    /**
                     * Limit
                     * @description Whether a limiter keeps the sum from clipping; it leaves alone what is below full scale.
                     * @default true
                     */
                    limit?: boolean;
                    /**
                     * Sample rate
                     * @description Samples a second that all sources are brought to. Default: 44100; opus always has 48000.
                     * @enum {unknown}
                     */
                    sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
                    /**
                     * Channels
                     * @description 1: all sources are mixed down to mono; 2: to stereo.
                     * @default 2
                     * @enum {unknown}
                     */
                    channels?: 1 | 2;
                    /**
                     * Format
                     * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-normalize";
                /**
                 * Arguments
                 * @description What audio-normalize takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Loudness
                     * @description Integrated loudness of the result in LUFS (EBU R128): -23 for broadcast, -16 for podcasts, -14 for streaming.
                     * @default -23
                     */
                    loudnessLufs?: number;
                    /**
                     * True peak
                     * @description Decibels of full scale that no peak goes above, also between samples; a lossy format may add some tenths when it is played.
                     * @default -1
                     */
                    truePeakDb?: number;
                    /**
                     * When the loudness is not met
                     * @description Where the peaks allow no such loudness within 0.5 LU. best-effort: the nearest that they allow is delivered. fail: the execution fails, at no charge.
                     * @default best-effort
                     * @enum {unknown}
                     */
                    whenUnmet?: "best-effort" | "fail";
                    /**
                     * Format
                     * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-remove-silence";
                /**
                 * Arguments
                 * @description What audio-remove-silence takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Silence level
                     * @description Decibels relative to full scale; what stays below in all channels is silence.
                     * @default -50
                     */
                    silenceDb?: number;
                    /**
                     * Shortest silence
                     * @description Seconds that a silence lasts at least to be shortened.
                     * @default 0.5
                     */
                    silenceSeconds?: number;
                    /**
                     * Kept silence
                     * @description Seconds that stay of each such silence, half at either end, so that words do not run together; at the beginning and the end of the source all of it beside the sound.
                     * @default 0.1
                     */
                    keepSeconds?: number;
                    /**
                     * Format
                     * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-spectrogram";
                /**
                 * Arguments
                 * @description What audio-spectrogram takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Width
                     * @description Width of the picture in pixels.
                     * @default 1200
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Height of the picture in pixels.
                     * @default 512
                     */
                    height?: number;
                    /**
                     * Highest frequency
                     * @description Hertz at the upper edge; the lower edge is 0. Of a source of more than half an hour it may be lowered, to 11,111 Hz for an hour: output.result.maximumFrequencyHz says what was drawn.
                     * @default 20000
                     */
                    maximumFrequencyHz?: number;
                    /**
                     * Frequency scale
                     * @description linear, or logarithmic: low frequencies have more room than high ones.
                     * @default linear
                     * @enum {unknown}
                     */
                    frequencyScale?: "linear" | "logarithmic";
                    /**
                     * Dynamic range
                     * @description Decibels below full scale that still have a colour of their own.
                     * @default 120
                     */
                    dynamicRangeDb?: number;
                    /**
                     * Palette
                     * @description Colours from quiet to loud.
                     * @default magma
                     * @enum {unknown}
                     */
                    palette?: "magma" | "viridis" | "plasma" | "cividis" | "intensity" | "fire" | "cool" | "green";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-transcribe";
                /**
                 * Arguments
                 * @description What audio-transcribe takes.
                 */
                arguments: {
                    /**
                     * Recording
                     * @description The recording: WAV, MP3 or MP4; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Language
                     * @description ISO 639-1 code of what is spoken; without it, it is guessed.
                     */
                    language?: string;
                    /**
                     * Vocabulary
                     * @description Names and words that occur, to get their spelling right.
                     */
                    prompt?: string;
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-trim";
                /**
                 * Arguments
                 * @description What audio-trim takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Start
                     * @description Where the result begins, in seconds of the source; it must lie before the end of the source.
                     * @default 0
                     */
                    startSeconds?: number;
                    /**
                     * End
                     * @description Where the result ends, in seconds of the source, after the start. Without it, or beyond the source: where the source ends.
                     */
                    endSeconds?: number;
                    /**
                     * Fade in
                     * @description Seconds over which the result rises from silence at its beginning.
                     * @default 0
                     */
                    fadeInSeconds?: number;
                    /**
                     * Fade out
                     * @description Seconds over which the result falls to silence at its end.
                     * @default 0
                     */
                    fadeOutSeconds?: number;
                    /**
                     * Format
                     * @description The format of the result: mp3; wav (16-bit PCM); aac in M4A; opus in Ogg; flac (16 bits, lossless).
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-waveform";
                /**
                 * Arguments
                 * @description What audio-waveform takes.
                 */
                arguments: {
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Width
                     * @description Width of the picture in pixels.
                     * @default 1200
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Height of the picture in pixels.
                     * @default 300
                     */
                    height?: number;
                    /**
                     * Channels
                     * @description mixed draws one wave of all channels; split draws left above right (a mono source twice).
                     * @default mixed
                     * @enum {unknown}
                     */
                    channels?: "mixed" | "split";
                    /**
                     * Scale
                     * @description How amplitude becomes height; logarithmic, and less so square-root, show quiet parts larger.
                     * @default linear
                     * @enum {unknown}
                     */
                    scale?: "linear" | "square-root" | "logarithmic";
                    /**
                     * Colour
                     * @description Colour #rrggbb of the wave.
                     * @default #2563eb
                     */
                    color?: string;
                    /**
                     * Background
                     * @description Colour #rrggbb behind the wave. Without it: transparent.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-adjust";
                /**
                 * Arguments
                 * @description What image-adjust takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Trim
                     * @description Cuts off the edges that look like the pixel at the top left: how far a channel (0 to 255) may differ from it. Try 10. An image of one colour, or with a side below 3 pixels, stays whole.
                     */
                    trim?: number;
                    /**
                     * Rotate
                     * @description Degrees clockwise. At other than right angles the result grows to hold the whole image, and its corners show the background.
                     */
                    rotate?: number;
                    /**
                     * Flip
                     * @description Mirrors top and bottom.
                     */
                    flip?: boolean;
                    /**
                     * Flop
                     * @description Mirrors left and right.
                     */
                    flop?: boolean;
                    /**
                     * Blur
                     * @description Sigma of a Gaussian blur in pixels: 1 is soft, 10 hides faces and text of a web picture.
                     */
                    blur?: number;
                    /**
                     * Sharpen
                     * @description Sigma of the sharpening mask in pixels: 0.5 to 1 after scaling down, 2 for a soft photo.
                     */
                    sharpen?: number;
                    /**
                     * Brightness
                     * @description Factor of the lightness: 1 changes nothing, 2 is twice as bright.
                     */
                    brightness?: number;
                    /**
                     * Saturation
                     * @description Factor of the saturation: 1 changes nothing, 0 leaves grey.
                     */
                    saturation?: number;
                    /**
                     * Hue
                     * @description Degrees that all colours are turned by.
                     */
                    hue?: number;
                    /**
                     * Grayscale
                     * @description Leaves the lightness only.
                     */
                    grayscale?: boolean;
                    /**
                     * Format
                     * @description Format of the result; source keeps that of the source.
                     * @default source
                     * @enum {unknown}
                     */
                    format?: "source" | "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb of the corners of a rotated image, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-analyze";
                /**
                 * Arguments
                 * @description What image-analyze takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Colours
                     * @description How many dominant colours to look for; an image of fewer gives fewer.
                     * @default 5
                     */
                    colors?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-collage";
                /**
                 * Arguments
                 * @description What image-collage takes.
                 */
                arguments: {
                    /**
                     * Images
                     * @description Laid in this order, row by row from the top left. One may stand there several times.
                     */
                    images: ({
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    })[];
                    /**
                     * Columns
                     * @description Cells in a row. Without it: as many columns as rows, or one more. Cells that no image is left for show the background.
                     */
                    columns?: number;
                    /**
                     * Cell width
                     * @description Width of each cell in pixels.
                     * @default 512
                     */
                    cellWidth?: number;
                    /**
                     * Cell height
                     * @description Height of each cell in pixels.
                     * @default 512
                     */
                    cellHeight?: number;
                    /**
                     * Gap
                     * @description Pixels between the cells and around all of them.
                     * @default 16
                     */
                    gap?: number;
                    /**
                     * Fit
                     * @description How an image fills its cell; it may be enlarged. cover: cropped around the centre. contain: whole, with the background beside it. fill: stretched.
                     * @default cover
                     * @enum {unknown}
                     */
                    fit?: "cover" | "contain" | "fill";
                    /**
                     * Background
                     * @description Colour #rrggbb of gaps, of empty cells and behind transparent pixels. Without it: transparent where the format can, else white.
                     */
                    background?: string;
                    /**
                     * Format
                     * @description Format of the result.
                     * @default jpeg
                     * @enum {unknown}
                     */
                    format?: "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-compare";
                /**
                 * Arguments
                 * @description What image-compare takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Other image
                     * @description What the image is compared with; of the same types and limits. One of another size is stretched to the size of the image.
                     */
                    other: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Tolerance
                     * @description A pixel has changed when red, green, blue or alpha (each 0 to 255) differ by more than this. 0 counts every difference, 8 forgives what compression does.
                     * @default 8
                     */
                    tolerance?: number;
                    /**
                     * Diff
                     * @description Whether to make a picture of the differences: changed pixels red on the image in pale grey.
                     * @default true
                     */
                    diff?: boolean;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-convert";
                /**
                 * Arguments
                 * @description What image-convert takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description The format of the result.
                     * @enum {unknown}
                     */
                    model: "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description jpeg (default 82), webp (default 80), avif (default 55). 100 is the best and largest.
                     */
                    quality?: number;
                    /**
                     * Lossless
                     * @description webp and avif: keep every pixel exactly. Default false.
                     */
                    lossless?: boolean;
                    /**
                     * Progressive
                     * @description jpeg: show a coarse image first while loading. Default false.
                     */
                    progressive?: boolean;
                    /**
                     * Background
                     * @description jpeg: colour #rrggbb behind transparent pixels. Default white.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-crop";
                /**
                 * Arguments
                 * @description What image-crop takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Box in pixels
                     * @description Exactly these pixels of the upright image. The box must lie within the image.
                     */
                    box?: {
                        /**
                         * Left
                         * @description Column of the first pixel that is kept, from 0.
                         */
                        left: number;
                        /**
                         * Top
                         * @description Row of the first pixel that is kept, from 0.
                         */
                        top: number;
                        /**
                         * Width
                         * @description Width of the result in pixels.
                         */
                        width: number;
                        /**
                         * Height
                         * @description Height of the result in pixels.
                         */
                        height: number;
                    };
                    /**
                     * Box in ratios
                     * @description A box in shares of the sides of the upright image, for any size of image; its edges are rounded to whole pixels. left + width and top + height are at most 1.
                     */
                    part?: {
                        /**
                         * Left
                         * @description Where it begins, as a share of the width of the image, 0 to 1.
                         */
                        left: number;
                        /**
                         * Top
                         * @description Where it begins, as a share of the height of the image, 0 to 1.
                         */
                        top: number;
                        /**
                         * Width
                         * @description As a share of the width of the image, 0 to 1.
                         */
                        width: number;
                        /**
                         * Height
                         * @description As a share of the height of the image, 0 to 1.
                         */
                        height: number;
                    };
                    /**
                     * Size and gravity
                     * @description A window of this size, not scaled. It must not be larger than the image.
                     */
                    window?: {
                        /**
                         * Width
                         * @description Width of the result in pixels.
                         */
                        width: number;
                        /**
                         * Height
                         * @description Height of the result in pixels.
                         */
                        height: number;
                        /**
                         * Gravity
                         * @description Where the window lies: in the center, at an edge or corner (north is the top), where the eye goes first (attention: skin, saturated colours, edges), or where most detail is (entropy).
                         * @default center
                         * @enum {unknown}
                         */
                        gravity?: "center" | "north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west" | "attention" | "entropy";
                    };
                    /**
                     * Format
                     * @description Format of the result; source keeps that of the source.
                     * @default source
                     * @enum {unknown}
                     */
                    format?: "source" | "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb behind transparent pixels of a JPEG. Without it: white.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-generate";
                /**
                 * Arguments
                 * @description What image-generate takes.
                 */
                arguments: {
                    /**
                     * Description
                     * @description What the picture shows, in plain words.
                     */
                    prompt: string;
                    /**
                     * Size
                     * @description Width and height of the result in pixels.
                     * @default 1024x1024
                     * @enum {unknown}
                     */
                    size?: "512x512" | "1024x1024" | "1536x1024" | "1024x1536";
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard" | "high";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-optimize";
                /**
                 * Arguments
                 * @description What image-optimize takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description The format of the result.
                     * @enum {unknown}
                     */
                    model: "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Most bytes
                     * @description The result has at most this many bytes. Alone: the best quality that fits. With similarity: the smallest file that is alike enough, if it fits.
                     */
                    maxBytes?: number;
                    /**
                     * Similarity
                     * @description How alike the result must be to the source: the mean structural similarity (SSIM, 0 to 1) of their luma. 0.95 is hard to tell apart at a glance, 0.98 side by side; 1 is every pixel, which only png reaches surely.
                     */
                    similarity?: number;
                    /**
                     * When unmet
                     * @description What happens where no quality meets the target. best-effort: the best that keeps to the bytes, or the smallest there is, and the result says met: false. fail: the execution fails with target_not_met and costs nothing.
                     * @default best-effort
                     * @enum {unknown}
                     */
                    whenUnmet?: "best-effort" | "fail";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-remove-background";
                /**
                 * Arguments
                 * @description What image-remove-background takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG or PNG; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-resize";
                /**
                 * Arguments
                 * @description What image-resize takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Width
                     * @description Target width in pixels. With only one of the two, the other follows the aspect ratio.
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Target height in pixels. With only one of the two, the other follows the aspect ratio.
                     */
                    height?: number;
                    /**
                     * Fit
                     * @description How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                     * @default inside
                     * @enum {unknown}
                     */
                    fit?: "inside" | "outside" | "cover" | "contain" | "fill";
                    /**
                     * Allow enlargement
                     * @description Whether the image may grow. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.
                     * @default false
                     */
                    allowEnlargement?: boolean;
                    /**
                     * Format
                     * @description Format of the result; source keeps that of the source.
                     * @default source
                     * @enum {unknown}
                     */
                    format?: "source" | "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-stylize";
                /**
                 * Arguments
                 * @description What image-stylize takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG or PNG; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Description
                     * @description What it shall look like, in plain words.
                     */
                    prompt: string;
                    /**
                     * Strength
                     * @description How far the result may depart from the source, as a share of 1: 0 keeps it, 1 only follows the words.
                     * @default 0.6
                     */
                    strength?: number;
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-thumbnails";
                /**
                 * Arguments
                 * @description What image-thumbnails takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Sizes
                     * @description One artifact is made for each, in this order; together at most 40 megapixels.
                     */
                    sizes: {
                        /**
                         * Width
                         * @description Target width in pixels. With only one of the two, the other follows the aspect ratio.
                         */
                        width?: number;
                        /**
                         * Height
                         * @description Target height in pixels. With only one of the two, the other follows the aspect ratio.
                         */
                        height?: number;
                        /**
                         * Fit
                         * @description How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                         * @default inside
                         * @enum {unknown}
                         */
                        fit?: "inside" | "outside" | "cover" | "contain" | "fill";
                    }[];
                    /**
                     * Allow enlargement
                     * @description Whether a thumbnail may be larger than the image. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.
                     * @default false
                     */
                    allowEnlargement?: boolean;
                    /**
                     * Format
                     * @description Format of the result; source keeps that of the source.
                     * @default source
                     * @enum {unknown}
                     */
                    format?: "source" | "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Without it: transparent where the format can, else white.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-upscale";
                /**
                 * Arguments
                 * @description What image-upscale takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG or PNG; its result has at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Scale
                     * @description How many times as wide and as high the result is.
                     * @default 2
                     */
                    scale?: number;
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "image-watermark";
                /**
                 * Arguments
                 * @description What image-watermark takes.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Mark image
                     * @description An image as the mark, best a PNG with transparency: an uploaded JPEG or PNG, or an artifact; at most 40 megapixels.
                     */
                    image?: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Mark text
                     * @description A text as the mark, of one or several lines, drawn as it is in DejaVu Sans: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian, Lao and many symbols. A character that the font does not have is an error.
                     */
                    text?: string;
                    /**
                     * Text colour
                     * @description Colour #rrggbb of the text. Without it: white.
                     */
                    color?: string;
                    /**
                     * Position
                     * @description Where the mark stands; north is the top. With tile, it stands everywhere.
                     * @default south-east
                     * @enum {unknown}
                     */
                    position?: "center" | "north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west";
                    /**
                     * Margin
                     * @description Pixels between the mark and the edges, or between one tile and the next. Less where the image is too small for it.
                     * @default 16
                     */
                    margin?: number;
                    /**
                     * Scale
                     * @description Width of the mark as a share of the width of the image. Its proportions are kept, and it is smaller where it would not fit between the margins.
                     * @default 0.25
                     */
                    scale?: number;
                    /**
                     * Opacity
                     * @description Share of what is behind the mark that it covers: 1 hides it. Transparency of a mark image stays.
                     * @default 0.5
                     */
                    opacity?: number;
                    /**
                     * Tile
                     * @description Repeats the mark over the whole image, from its top left corner.
                     * @default false
                     */
                    tile?: boolean;
                    /**
                     * Format
                     * @description Format of the result; source keeps that of the source.
                     * @default source
                     * @enum {unknown}
                     */
                    format?: "source" | "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Quality
                     * @description Quality of a JPEG, WebP or AVIF result; without it, a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb behind transparent pixels of a JPEG. Without it: white.
                     */
                    background?: string;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "speech-generate";
                /**
                 * Arguments
                 * @description What speech-generate takes.
                 */
                arguments: {
                    /**
                     * Text
                     * @description What is read, in any language the voice speaks.
                     */
                    text: string;
                    /**
                     * Voice
                     * @description Who reads.
                     * @default alloy
                     * @enum {unknown}
                     */
                    voice?: "alloy" | "echo" | "fable" | "nova" | "onyx" | "shimmer";
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-analyze";
                /**
                 * Arguments
                 * @description What video-analyze takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Scene threshold
                     * @description How much a picture must differ from the one before it to begin a scene, in percent: 8 to 14 finds hard cuts, less finds more.
                     * @default 10
                     */
                    sceneThreshold?: number;
                    /**
                     * Black seconds
                     * @description From how many seconds on a part that is black is told.
                     * @default 0.5
                     */
                    blackSeconds?: number;
                    /**
                     * Frozen seconds
                     * @description From how many seconds on a part that does not move is told.
                     * @default 2
                     */
                    frozenSeconds?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-clip";
                /**
                 * Arguments
                 * @description What video-clip takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Start
                     * @description Where the result begins, in seconds of the source; it must lie before the end of the source.
                     * @default 0
                     */
                    startSeconds?: number;
                    /**
                     * End
                     * @description Where the result ends, in seconds of the source, after the start. Without it, or beyond the source: where the source ends.
                     */
                    endSeconds?: number;
                    /**
                     * Quality
                     * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
                     * @default medium
                     * @enum {unknown}
                     */
                    quality?: "low" | "medium" | "high" | "highest";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-concat";
                /**
                 * Arguments
                 * @description What video-concat takes.
                 */
                arguments: {
                    /**
                     * Sources
                     * @description Shown one after the other, in this order. One may stand there several times.
                     */
                    sources: ({
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    })[];
                    /**
                     * Quality
                     * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
                     * @default medium
                     * @enum {unknown}
                     */
                    quality?: "low" | "medium" | "high" | "highest";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-contact-sheet";
                /**
                 * Arguments
                 * @description What video-contact-sheet takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Columns
                     * @description Pictures beside each other.
                     * @default 4
                     */
                    columns?: number;
                    /**
                     * Rows
                     * @description Pictures below each other.
                     * @default 3
                     */
                    rows?: number;
                    /**
                     * Cell width
                     * @description Cell width in pixels.
                     * @default 320
                     */
                    cellWidth?: number;
                    /**
                     * Cell height
                     * @description Cell height in pixels.
                     * @default 180
                     */
                    cellHeight?: number;
                    /**
                     * Gap
                     * @description Pixels between the pictures and around all of them.
                     * @default 8
                     */
                    gap?: number;
                    /**
                     * Fit
                     * @description How a picture fills its cell; it may be enlarged. contain: whole, with the background beside it. cover: cropped around the centre.
                     * @default contain
                     * @enum {unknown}
                     */
                    fit?: "contain" | "cover";
                    /**
                     * Background
                     * @description Colour #rrggbb of the gaps and beside the pictures. Without it: black.
                     */
                    background?: string;
                    /**
                     * Format
                     * @description Format of the result: jpeg, or png, which is lossless.
                     * @default jpeg
                     * @enum {unknown}
                     */
                    format?: "jpeg" | "png";
                    /**
                     * Quality
                     * @description Quality of a JPEG; without it 85. PNG is lossless and has none.
                     */
                    quality?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-extract-audio";
                /**
                 * Arguments
                 * @description What video-extract-audio takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact, with sound; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description The format of the sound.
                     * @enum {unknown}
                     */
                    model: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description mp3 (default 160), aac (default 160), opus (default 96, at most 256): kilobits a second; the encoder takes the nearest that it can.
                     */
                    bitrateKbps?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-generate";
                /**
                 * Arguments
                 * @description What video-generate takes.
                 */
                arguments: {
                    /**
                     * Description
                     * @description What the film shows, in plain words.
                     */
                    prompt: string;
                    /**
                     * Seconds
                     * @description How long it lasts, in seconds.
                     */
                    seconds: number;
                    /**
                     * Model
                     * @description Quality and price.
                     * @default standard
                     * @enum {unknown}
                     */
                    model?: "standard";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-preview";
                /**
                 * Arguments
                 * @description What video-preview takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description The format of the preview.
                     * @enum {unknown}
                     */
                    model: "webp" | "gif";
                    /**
                     * Clips
                     * @description How many clips, from the middles of as many equal parts of the video. 1: from its middle.
                     * @default 4
                     */
                    clips?: number;
                    /**
                     * Seconds a clip
                     * @description How long each clip lasts, in seconds. Where the clips would be longer than the video, all of it is shown.
                     * @default 1
                     */
                    clipSeconds?: number;
                    /**
                     * Width
                     * @description Width in pixels.
                     * @default 320
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Height in pixels.
                     * @default 320
                     */
                    height?: number;
                    /**
                     * Pictures a second
                     * @description Pictures a second of the preview.
                     * @default 10
                     */
                    framesPerSecond?: number;
                    /**
                     * Quality
                     * @description Quality of a WebP; without it 60. GIF has none: its colours are the 256 that fit best.
                     */
                    quality?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-replace-audio";
                /**
                 * Arguments
                 * @description What video-replace-audio takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Sound
                     * @description The sound: an uploaded WAV, MP3 or MP4 (its first track of sound), or an artifact that has sound; at most one hour.
                     */
                    sound: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-resize";
                /**
                 * Arguments
                 * @description What video-resize takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Width
                     * @description Target width in pixels, rounded down to an even number. With only one of the two, the other follows the aspect ratio.
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Target height in pixels, rounded down to an even number. With only one of the two, the other follows the aspect ratio.
                     */
                    height?: number;
                    /**
                     * Fit
                     * @description How to meet both sides. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                     * @default inside
                     * @enum {unknown}
                     */
                    fit?: "inside" | "outside" | "cover" | "contain" | "fill";
                    /**
                     * Allow enlargement
                     * @description Whether the pictures may grow. If not, a side that would grow keeps its length; only the padding of contain may go beyond it.
                     * @default false
                     */
                    allowEnlargement?: boolean;
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain.
                     * @default #000000
                     */
                    background?: string;
                    /**
                     * Quality
                     * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
                     * @default medium
                     * @enum {unknown}
                     */
                    quality?: "low" | "medium" | "high" | "highest";
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-thumbnails";
                /**
                 * Arguments
                 * @description What video-thumbnails takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Times
                     * @description Seconds from the start, an artifact each in this order: the picture that is shown then, by the millisecond. Behind the last picture it is the last one.
                     */
                    times?: number[];
                    /**
                     * Count
                     * @description Instead of times: so many pictures, from the middles of as many equal parts of the video.
                     */
                    count?: number;
                    /**
                     * Width
                     * @description Width in pixels.
                     * @default 640
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Height in pixels.
                     * @default 640
                     */
                    height?: number;
                    /**
                     * Fit
                     * @description How a picture meets width and height. inside: as large as fits within them, never enlarged. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background.
                     * @default inside
                     * @enum {unknown}
                     */
                    fit?: "inside" | "cover" | "contain";
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain. Without it: black.
                     */
                    background?: string;
                    /**
                     * Format
                     * @description Format of the result: jpeg, or png, which is lossless.
                     * @default jpeg
                     * @enum {unknown}
                     */
                    format?: "jpeg" | "png";
                    /**
                     * Quality
                     * @description Quality of a JPEG; without it 85. PNG is lossless and has none.
                     */
                    quality?: number;
                };
            } | {
                /**
                 * Tool
                 * @constant
                 */
                tool: "video-transcode";
                /**
                 * Arguments
                 * @description What video-transcode takes.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 pictures a second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample, which every project has.
                         */
                        fileId: string;
                    } | {
                        /**
                         * Step
                         * @description Index of an earlier step of this pipeline, from 0.
                         */
                        step: number;
                        /**
                         * Artifact
                         * @description Which of the artifacts that step makes, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Encoding
                     * @description How the result is encoded.
                     * @enum {unknown}
                     */
                    model: "h264-fast" | "h264-quality" | "vp9" | "av1";
                    /**
                     * Quality
                     * @description How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.
                     * @default medium
                     * @enum {unknown}
                     */
                    quality?: "low" | "medium" | "high" | "highest";
                    /**
                     * Pictures a second
                     * @description The most pictures a second of the result. A source that has no more keeps its own.
                     * @default 60
                     */
                    picturesPerSecondMax?: number;
                    /**
                     * Sound
                     * @description Whether the sound is kept, as AAC of 160 kbit/s.
                     * @default true
                     */
                    sound?: boolean;
                };
            })[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type Tools = components['schemas'];
