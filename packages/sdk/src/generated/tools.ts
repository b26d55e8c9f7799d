/** Generated from a catalog by farebox-types; do not edit. The arguments of each tool, by tool name. */
export interface components {
    schemas: {
        "audio-analyze": {
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Silence level
             * @description Decibels relative to full scale. Audio that stays below this level in all channels is silence.
             * @default -50
             */
            silenceDb?: number;
            /**
             * Shortest silence
             * @description Only silences of at least this many seconds are listed.
             * @default 0.5
             */
            silenceSeconds?: number;
        };
        "audio-concat": {
            /**
             * Sources
             * @description Played one after the other, in this order. A file may occur several times.
             */
            sources: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            }[];
            /**
             * Gap
             * @description Seconds of silence between two sources. Cannot be combined with a crossfade.
             * @default 0
             */
            gapSeconds?: number;
            /**
             * Crossfade
             * @description Seconds in which one source fades out while the next fades in; limited to half of the shortest source. Cannot be combined with a gap.
             * @default 0
             */
            crossfadeSeconds?: number;
            /**
             * Sample rate
             * @description Samples per second to which all sources are converted. Default: 44100; opus always has 48000.
             * @enum {unknown}
             */
            sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
            /**
             * Channels
             * @description 1 mixes all sources down to mono, 2 to stereo.
             * @default 2
             * @enum {unknown}
             */
            channels?: 1 | 2;
            /**
             * Format
             * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
        };
        "audio-convert": {
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description Format of the result.
             * @enum {unknown}
             */
            model: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
            /**
             * Sample rate
             * @description Samples per second. Default: that of the source, or the nearest that the format supports; opus always has 48000.
             * @enum {unknown}
             */
            sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
            /**
             * Channels
             * @description 1 mixes down to mono, 2 to stereo. Default: as many as the source, or the most that the format supports.
             * @enum {unknown}
             */
            channels?: 1 | 2;
        };
        "audio-mix": {
            /**
             * Tracks
             * @description The tracks play at the same time; their samples are added. A file may occur in several tracks.
             */
            tracks: {
                /**
                 * Audio
                 * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                 */
                source: {
                    /**
                     * File id
                     * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                     */
                    fileId: string;
                };
                /**
                 * Gain
                 * @description Decibels by which the track is made louder, or softer if negative.
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
             * @description Whether a limiter keeps the sum from clipping. It does not change samples below full scale.
             * @default true
             */
            limit?: boolean;
            /**
             * Sample rate
             * @description Samples per second to which all sources are converted. Default: 44100; opus always has 48000.
             * @enum {unknown}
             */
            sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
            /**
             * Channels
             * @description 1 mixes all sources down to mono, 2 to stereo.
             * @default 2
             * @enum {unknown}
             */
            channels?: 1 | 2;
            /**
             * Format
             * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
        };
        "audio-normalize": {
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
             * @description Upper limit for peaks in decibels of full scale, also between samples. A lossy format may add some tenths of a decibel when it is played.
             * @default -1
             */
            truePeakDb?: number;
            /**
             * When the loudness is not met
             * @description Applies if the peaks do not allow this loudness within 0.5 LU. best-effort: delivers the nearest loudness that they allow. fail: the execution fails at no charge.
             * @default best-effort
             * @enum {unknown}
             */
            whenUnmet?: "best-effort" | "fail";
            /**
             * Format
             * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
        };
        "audio-remove-silence": {
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Silence level
             * @description Decibels relative to full scale. Audio that stays below this level in all channels is silence.
             * @default -50
             */
            silenceDb?: number;
            /**
             * Shortest silence
             * @description Only silences of at least this many seconds are shortened.
             * @default 0.5
             */
            silenceSeconds?: number;
            /**
             * Kept silence
             * @description Seconds that are kept of each such silence, half at either end, so that words do not run together. At the beginning and the end of the source, all of it is kept next to the audio.
             * @default 0.1
             */
            keepSeconds?: number;
            /**
             * Format
             * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
        };
        "audio-spectrogram": {
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
             * @description Frequency at the upper edge in hertz; the lower edge is 0. For a source of more than half an hour it may be lowered, down to 11,111 Hz for one hour: output.result.maximumFrequencyHz is the frequency that was drawn.
             * @default 20000
             */
            maximumFrequencyHz?: number;
            /**
             * Frequency scale
             * @description linear, or logarithmic, which gives low frequencies more space than high ones.
             * @default linear
             * @enum {unknown}
             */
            frequencyScale?: "linear" | "logarithmic";
            /**
             * Dynamic range
             * @description Decibels below full scale down to which levels have distinct colours.
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
             * @description The recording: WAV, MP3, M4A or MP4; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Language
             * @description ISO 639-1 code of the spoken language; detected by default.
             */
            language?: string;
            /**
             * Vocabulary
             * @description Names and words that occur in the recording, for their correct spelling.
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
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Start
             * @description Start of the result, in seconds of the source; it must be before the end of the source.
             * @default 0
             */
            startSeconds?: number;
            /**
             * End
             * @description End of the result, in seconds of the source; it must be after the start. By default, or if it is later than the source, the result ends with the source.
             */
            endSeconds?: number;
            /**
             * Fade in
             * @description Seconds over which the result fades in from silence at its start.
             * @default 0
             */
            fadeInSeconds?: number;
            /**
             * Fade out
             * @description Seconds over which the result fades out to silence at its end.
             * @default 0
             */
            fadeOutSeconds?: number;
            /**
             * Format
             * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
             * @default mp3
             * @enum {unknown}
             */
            format?: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
        };
        "audio-waveform": {
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
             * @description mixed draws one wave for all channels; split draws left above right (a mono source twice).
             * @default mixed
             * @enum {unknown}
             */
            channels?: "mixed" | "split";
            /**
             * Scale
             * @description How amplitude is mapped to height. square-root shows quiet parts larger than linear, and logarithmic shows them largest.
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
             * @description Colour #rrggbb behind the wave; transparent by default.
             */
            background?: string;
        };
        "image-adjust": {
            /**
             * Image
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Trim
             * @description Cuts off edges that look like the top left pixel. The value (0 to 255) is how far a channel may differ from that pixel; 10 is a good start. An image of one colour, or with a side below 3 pixels, is not trimmed.
             */
            trim?: number;
            /**
             * Rotate
             * @description Degrees clockwise. At angles other than right angles, the result grows to hold the whole image, and its corners show the background.
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
             * @description Sigma of a Gaussian blur in pixels: 1 is soft, 10 hides faces and text in an image of web size.
             */
            blur?: number;
            /**
             * Sharpen
             * @description Sigma of the sharpening mask in pixels: 0.5 to 1 after scaling down, 2 for a soft photo.
             */
            sharpen?: number;
            /**
             * Brightness
             * @description Factor for the lightness: 1 changes nothing, 2 is twice as bright.
             */
            brightness?: number;
            /**
             * Saturation
             * @description Factor for the saturation: 1 changes nothing, 0 makes the image grey.
             */
            saturation?: number;
            /**
             * Hue
             * @description Degrees by which the hue of all colours is rotated.
             */
            hue?: number;
            /**
             * Grayscale
             * @description Removes all colour and keeps the lightness.
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
             * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb of the corners of a rotated image, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.
             */
            background?: string;
        };
        "image-analyze": {
            /**
             * Image
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Colours
             * @description How many dominant colours to find; an image with fewer colours returns fewer.
             * @default 5
             */
            colors?: number;
        };
        "image-collage": {
            /**
             * Images
             * @description Placed in this order, row by row from the top left. A file may occur several times.
             */
            images: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            }[];
            /**
             * Columns
             * @description Number of cells in a row. Default: as many columns as rows, or one more. Empty cells show the background.
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
             * @description How an image fills its cell; it may be enlarged. cover: cropped around the centre. contain: the whole image, padded with the background. fill: stretched.
             * @default cover
             * @enum {unknown}
             */
            fit?: "cover" | "contain" | "fill";
            /**
             * Background
             * @description Colour #rrggbb of gaps, of empty cells and behind transparent pixels. Default: transparent if the format supports it, else white.
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
             * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
        };
        "image-compare": {
            /**
             * Image
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Other image
             * @description The image to compare with, of the same types and limits. An image of another size is stretched to the size of the first.
             */
            other: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Tolerance
             * @description A pixel has changed if red, green, blue or alpha (each 0 to 255) differs by more than this. 0 counts every difference; 8 ignores compression artefacts.
             * @default 8
             */
            tolerance?: number;
            /**
             * Diff
             * @description Whether to make a picture of the differences: changed pixels in red, on the image in pale grey.
             * @default true
             */
            diff?: boolean;
        };
        "image-convert": {
            /**
             * Image
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description Format of the result.
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
             * @description webp and avif: keeps every pixel exactly. Default false.
             */
            lossless?: boolean;
            /**
             * Progressive
             * @description jpeg: shows a coarse image first while loading. Default false.
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
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Box in pixels
             * @description Exactly these pixels of the upright image. The box must be within the image.
             */
            box?: {
                /**
                 * Left
                 * @description Column of the first pixel that is kept, in pixels from 0.
                 */
                left: number;
                /**
                 * Top
                 * @description Row of the first pixel that is kept, in pixels from 0.
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
             * @description A box in shares of the sides of the upright image, for an image of any size. Its edges are rounded to whole pixels. left + width and top + height must be at most 1.
             */
            part?: {
                /**
                 * Left
                 * @description Left edge, as a share of the width of the image, 0 to 1.
                 */
                left: number;
                /**
                 * Top
                 * @description Top edge, as a share of the height of the image, 0 to 1.
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
                 * @description Position of the window: in the center, at an edge or corner (north is the top), at the part that attracts most attention (attention: skin, saturated colours, edges), or at the part with most detail (entropy).
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
             * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb behind transparent pixels of a JPEG; white by default.
             */
            background?: string;
        };
        "image-generate": {
            /**
             * Description
             * @description What the image shows, in plain words.
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
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description Format of the result.
             * @enum {unknown}
             */
            model: "jpeg" | "png" | "webp" | "avif";
            /**
             * Most bytes
             * @description The result has at most this many bytes. Without similarity: the best quality that fits. With similarity: the smallest file that is similar enough, if it fits.
             */
            maxBytes?: number;
            /**
             * Similarity
             * @description How similar the result must be to the source: the mean structural similarity (SSIM, 0 to 1) of their luma. 0.95 is hard to tell apart at a glance, 0.98 side by side. 1 means that every pixel is equal, which only png always reaches.
             */
            similarity?: number;
            /**
             * When unmet
             * @description What happens if no quality meets the target. best-effort: delivers the best result within maxBytes, or else the smallest possible one, with met: false in the result. fail: the execution fails with target_not_met and costs nothing.
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
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Width
             * @description Target width in pixels. If only one of the two is given, the other follows from the aspect ratio.
             */
            width?: number;
            /**
             * Height
             * @description Target height in pixels. If only one of the two is given, the other follows from the aspect ratio.
             */
            height?: number;
            /**
             * Fit
             * @description How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
             * @default inside
             * @enum {unknown}
             */
            fit?: "inside" | "outside" | "cover" | "contain" | "fill";
            /**
             * Allow enlargement
             * @description Whether the image may be enlarged. If not, a side that would grow keeps its length; only the padding of contain may exceed it.
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
             * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.
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
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Description
             * @description What the result should look like, in plain words.
             */
            prompt: string;
            /**
             * Strength
             * @description How far the result may differ from the source, 0 to 1: 0 keeps the source, 1 follows only the description.
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
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Sizes
             * @description One artifact is made for each size, in this order; at most 40 megapixels in total.
             */
            sizes: {
                /**
                 * Width
                 * @description Target width in pixels. If only one of the two is given, the other follows from the aspect ratio.
                 */
                width?: number;
                /**
                 * Height
                 * @description Target height in pixels. If only one of the two is given, the other follows from the aspect ratio.
                 */
                height?: number;
                /**
                 * Fit
                 * @description How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                 * @default inside
                 * @enum {unknown}
                 */
                fit?: "inside" | "outside" | "cover" | "contain" | "fill";
            }[];
            /**
             * Allow enlargement
             * @description Whether a thumbnail may be larger than the image. If not, a side that would grow keeps its length; only the padding of contain may exceed it.
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
             * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.
             */
            background?: string;
        };
        "image-upscale": {
            /**
             * Image
             * @description The image: JPEG or PNG; the result has at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Scale
             * @description Factor for the width and the height of the result.
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
             * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Mark image
             * @description An image as the mark, preferably a PNG with transparency: an upload or an artifact; at most 40 megapixels.
             */
            image?: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Mark text
             * @description A text as the mark, of one or several lines, drawn unchanged in DejaVu Sans: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian, Lao and many symbols. A character that the font does not have is an error.
             */
            text?: string;
            /**
             * Text colour
             * @description Colour #rrggbb of the text; white by default.
             */
            color?: string;
            /**
             * Position
             * @description Position of the mark; north is the top. Ignored with tile.
             * @default south-east
             * @enum {unknown}
             */
            position?: "center" | "north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west";
            /**
             * Margin
             * @description Pixels between the mark and the edges, or between one tile and the next; fewer if the image is too small.
             * @default 16
             */
            margin?: number;
            /**
             * Scale
             * @description Width of the mark as a share of the width of the image. The mark keeps its proportions, and is smaller if it would not fit between the margins.
             * @default 0.25
             */
            scale?: number;
            /**
             * Opacity
             * @description Opacity as a share of 1: at 1 the mark hides everything behind it. Transparency of a mark image is kept.
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
             * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
             */
            quality?: number;
            /**
             * Background
             * @description Colour #rrggbb behind transparent pixels of a JPEG; white by default.
             */
            background?: string;
        };
        "speech-generate": {
            /**
             * Text
             * @description The text to read, in any language that the voice speaks.
             */
            text: string;
            /**
             * Voice
             * @description The voice that reads the text.
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
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Scene threshold
             * @description How much a frame must differ from the one before it to begin a scene, in percent: 8 to 14 finds hard cuts, lower values find more.
             * @default 10
             */
            sceneThreshold?: number;
            /**
             * Black seconds
             * @description Shortest duration in seconds from which a part that is black is listed.
             * @default 0.5
             */
            blackSeconds?: number;
            /**
             * Frozen seconds
             * @description Shortest duration in seconds from which a part that does not move is listed.
             * @default 2
             */
            frozenSeconds?: number;
        };
        "video-clip": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Start
             * @description Start of the result, in seconds of the source; it must be before the end of the source.
             * @default 0
             */
            startSeconds?: number;
            /**
             * End
             * @description End of the result, in seconds of the source; it must be after the start. By default, or if it is later than the source, the result ends with the source.
             */
            endSeconds?: number;
            /**
             * Quality
             * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
        };
        "video-concat": {
            /**
             * Sources
             * @description Shown one after the other, in this order. A file may occur several times.
             */
            sources: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            }[];
            /**
             * Quality
             * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
        };
        "video-contact-sheet": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Columns
             * @description Number of frames in a row.
             * @default 4
             */
            columns?: number;
            /**
             * Rows
             * @description Number of frames in a column.
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
             * @description Pixels between the frames and around all of them.
             * @default 8
             */
            gap?: number;
            /**
             * Fit
             * @description How a frame fills its cell; it may be enlarged. contain: the whole frame, padded with the background. cover: cropped around the centre.
             * @default contain
             * @enum {unknown}
             */
            fit?: "contain" | "cover";
            /**
             * Background
             * @description Colour #rrggbb of the gaps and the padding; black by default.
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
             * @description Quality of a JPEG; 85 by default. PNG is lossless and has none.
             */
            quality?: number;
        };
        "video-extract-audio": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact, with audio; at most one hour.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description Format of the audio.
             * @enum {unknown}
             */
            model: "mp3" | "wav" | "aac" | "opus" | "flac";
            /**
             * Bit rate
             * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
             */
            bitrateKbps?: number;
        };
        "video-generate": {
            /**
             * Description
             * @description What the video shows, in plain words.
             */
            prompt: string;
            /**
             * Seconds
             * @description Duration of the video in seconds.
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
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Format
             * @description Format of the preview.
             * @enum {unknown}
             */
            model: "webp" | "gif";
            /**
             * Clips
             * @description How many clips, from the middles of as many equal parts of the video. 1: one clip from its middle.
             * @default 4
             */
            clips?: number;
            /**
             * Seconds per clip
             * @description Duration of each clip in seconds. If the clips would be longer than the video, the whole video is shown.
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
             * Frames per second
             * @description Frames per second of the preview.
             * @default 10
             */
            framesPerSecond?: number;
            /**
             * Quality
             * @description Quality of a WebP; 60 by default. GIF has none: it uses the 256 colours that fit best.
             */
            quality?: number;
        };
        "video-replace-audio": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Audio
             * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
             */
            sound: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
        };
        "video-resize": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Width
             * @description Target width in pixels, rounded down to an even number. If only one of the two is given, the other follows from the aspect ratio.
             */
            width?: number;
            /**
             * Height
             * @description Target height in pixels, rounded down to an even number. If only one of the two is given, the other follows from the aspect ratio.
             */
            height?: number;
            /**
             * Fit
             * @description How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
             * @default inside
             * @enum {unknown}
             */
            fit?: "inside" | "outside" | "cover" | "contain" | "fill";
            /**
             * Allow enlargement
             * @description Whether the video may be enlarged. If not, a side that would grow keeps its length; only the padding of contain may exceed it.
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
             * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
        };
        "video-thumbnails": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Times
             * @description Seconds from the start, to the millisecond; one artifact for each, in this order, of the frame that is shown at that time. After the last frame, it is the last one.
             */
            times?: number[];
            /**
             * Count
             * @description Instead of times: the number of pictures, from the middles of as many equal parts of the video.
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
             * @description How a frame is fitted to width and height. inside: as large as fits within them, never enlarged. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background.
             * @default inside
             * @enum {unknown}
             */
            fit?: "inside" | "cover" | "contain";
            /**
             * Background
             * @description Colour #rrggbb of the padding of contain; black by default.
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
             * @description Quality of a JPEG; 85 by default. PNG is lossless and has none.
             */
            quality?: number;
        };
        "video-transcode": {
            /**
             * Video
             * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
             */
            source: {
                /**
                 * File id
                 * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
                 */
                fileId: string;
            };
            /**
             * Encoding
             * @description Encoding of the result.
             * @enum {unknown}
             */
            model: "h264-fast" | "h264-quality" | "vp9" | "av1";
            /**
             * Quality
             * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
             * @default medium
             * @enum {unknown}
             */
            quality?: "low" | "medium" | "high" | "highest";
            /**
             * Frames per second
             * @description Highest frame rate of the result, in frames per second. Frames are left out only where the source has more.
             * @default 60
             */
            picturesPerSecondMax?: number;
            /**
             * Sound
             * @description Whether the audio is kept, as AAC of 160 kbit/s.
             * @default true
             */
            sound?: boolean;
        };
        pipeline: {
            /**
             * Steps
             * @description The steps, which run in this order, one after the other.
             */
            steps: ({
                /**
                 * Tool
                 * @constant
                 */
                tool: "audio-analyze";
                /**
                 * Arguments
                 * @description The arguments of audio-analyze.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Silence level
                     * @description Decibels relative to full scale. Audio that stays below this level in all channels is silence.
                     * @default -50
                     */
                    silenceDb?: number;
                    /**
                     * Shortest silence
                     * @description Only silences of at least this many seconds are listed.
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
                 * @description The arguments of audio-concat.
                 */
                arguments: {
                    /**
                     * Sources
                     * @description Played one after the other, in this order. A file may occur several times.
                     */
                    sources: ({
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    })[];
                    /**
                     * Gap
                     * @description Seconds of silence between two sources. Cannot be combined with a crossfade.
                     * @default 0
                     */
                    gapSeconds?: number;
                    /**
                     * Crossfade
                     * @description Seconds in which one source fades out while the next fades in; limited to half of the shortest source. Cannot be combined with a gap.
                     * @default 0
                     */
                    crossfadeSeconds?: number;
                    /**
                     * Sample rate
                     * @description Samples per second to which all sources are converted. Default: 44100; opus always has 48000.
                     * @enum {unknown}
                     */
                    sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
                    /**
                     * Channels
                     * @description 1 mixes all sources down to mono, 2 to stereo.
                     * @default 2
                     * @enum {unknown}
                     */
                    channels?: 1 | 2;
                    /**
                     * Format
                     * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
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
                 * @description The arguments of audio-convert.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description Format of the result.
                     * @enum {unknown}
                     */
                    model: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
                     */
                    bitrateKbps?: number;
                    /**
                     * Sample rate
                     * @description Samples per second. Default: that of the source, or the nearest that the format supports; opus always has 48000.
                     * @enum {unknown}
                     */
                    sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
                    /**
                     * Channels
                     * @description 1 mixes down to mono, 2 to stereo. Default: as many as the source, or the most that the format supports.
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
                 * @description The arguments of audio-mix.
                 */
                arguments: {
                    /**
                     * Tracks
                     * @description The tracks play at the same time; their samples are added. A file may occur in several tracks.
                     */
                    tracks: {
                        /**
                         * Audio
                         * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                         */
                        source: {
                            /**
                             * File id
                             * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                             * @description Index of an artifact of that step, from 0.
                             */
                            artifact: number;
                        };
                        /**
                         * Gain
                         * @description Decibels by which the track is made louder, or softer if negative.
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
                     * @description Whether a limiter keeps the sum from clipping. It does not change samples below full scale.
                     * @default true
                     */
                    limit?: boolean;
                    /**
                     * Sample rate
                     * @description Samples per second to which all sources are converted. Default: 44100; opus always has 48000.
                     * @enum {unknown}
                     */
                    sampleRateHz?: 8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
                    /**
                     * Channels
                     * @description 1 mixes all sources down to mono, 2 to stereo.
                     * @default 2
                     * @enum {unknown}
                     */
                    channels?: 1 | 2;
                    /**
                     * Format
                     * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
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
                 * @description The arguments of audio-normalize.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
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
                     * @description Upper limit for peaks in decibels of full scale, also between samples. A lossy format may add some tenths of a decibel when it is played.
                     * @default -1
                     */
                    truePeakDb?: number;
                    /**
                     * When the loudness is not met
                     * @description Applies if the peaks do not allow this loudness within 0.5 LU. best-effort: delivers the nearest loudness that they allow. fail: the execution fails at no charge.
                     * @default best-effort
                     * @enum {unknown}
                     */
                    whenUnmet?: "best-effort" | "fail";
                    /**
                     * Format
                     * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
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
                 * @description The arguments of audio-remove-silence.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Silence level
                     * @description Decibels relative to full scale. Audio that stays below this level in all channels is silence.
                     * @default -50
                     */
                    silenceDb?: number;
                    /**
                     * Shortest silence
                     * @description Only silences of at least this many seconds are shortened.
                     * @default 0.5
                     */
                    silenceSeconds?: number;
                    /**
                     * Kept silence
                     * @description Seconds that are kept of each such silence, half at either end, so that words do not run together. At the beginning and the end of the source, all of it is kept next to the audio.
                     * @default 0.1
                     */
                    keepSeconds?: number;
                    /**
                     * Format
                     * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
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
                 * @description The arguments of audio-spectrogram.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
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
                     * @description Frequency at the upper edge in hertz; the lower edge is 0. For a source of more than half an hour it may be lowered, down to 11,111 Hz for one hour: output.result.maximumFrequencyHz is the frequency that was drawn.
                     * @default 20000
                     */
                    maximumFrequencyHz?: number;
                    /**
                     * Frequency scale
                     * @description linear, or logarithmic, which gives low frequencies more space than high ones.
                     * @default linear
                     * @enum {unknown}
                     */
                    frequencyScale?: "linear" | "logarithmic";
                    /**
                     * Dynamic range
                     * @description Decibels below full scale down to which levels have distinct colours.
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
                 * @description The arguments of audio-transcribe.
                 */
                arguments: {
                    /**
                     * Recording
                     * @description The recording: WAV, MP3, M4A or MP4; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Language
                     * @description ISO 639-1 code of the spoken language; detected by default.
                     */
                    language?: string;
                    /**
                     * Vocabulary
                     * @description Names and words that occur in the recording, for their correct spelling.
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
                 * @description The arguments of audio-trim.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Start
                     * @description Start of the result, in seconds of the source; it must be before the end of the source.
                     * @default 0
                     */
                    startSeconds?: number;
                    /**
                     * End
                     * @description End of the result, in seconds of the source; it must be after the start. By default, or if it is later than the source, the result ends with the source.
                     */
                    endSeconds?: number;
                    /**
                     * Fade in
                     * @description Seconds over which the result fades in from silence at its start.
                     * @default 0
                     */
                    fadeInSeconds?: number;
                    /**
                     * Fade out
                     * @description Seconds over which the result fades out to silence at its end.
                     * @default 0
                     */
                    fadeOutSeconds?: number;
                    /**
                     * Format
                     * @description Format of the result: mp3; wav (PCM); aac in M4A; opus in Ogg; flac (lossless). wav and flac have 24 bits a sample if a source has more than 16, else 16.
                     * @default mp3
                     * @enum {unknown}
                     */
                    format?: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
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
                 * @description The arguments of audio-waveform.
                 */
                arguments: {
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
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
                     * @description mixed draws one wave for all channels; split draws left above right (a mono source twice).
                     * @default mixed
                     * @enum {unknown}
                     */
                    channels?: "mixed" | "split";
                    /**
                     * Scale
                     * @description How amplitude is mapped to height. square-root shows quiet parts larger than linear, and logarithmic shows them largest.
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
                     * @description Colour #rrggbb behind the wave; transparent by default.
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
                 * @description The arguments of image-adjust.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Trim
                     * @description Cuts off edges that look like the top left pixel. The value (0 to 255) is how far a channel may differ from that pixel; 10 is a good start. An image of one colour, or with a side below 3 pixels, is not trimmed.
                     */
                    trim?: number;
                    /**
                     * Rotate
                     * @description Degrees clockwise. At angles other than right angles, the result grows to hold the whole image, and its corners show the background.
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
                     * @description Sigma of a Gaussian blur in pixels: 1 is soft, 10 hides faces and text in an image of web size.
                     */
                    blur?: number;
                    /**
                     * Sharpen
                     * @description Sigma of the sharpening mask in pixels: 0.5 to 1 after scaling down, 2 for a soft photo.
                     */
                    sharpen?: number;
                    /**
                     * Brightness
                     * @description Factor for the lightness: 1 changes nothing, 2 is twice as bright.
                     */
                    brightness?: number;
                    /**
                     * Saturation
                     * @description Factor for the saturation: 1 changes nothing, 0 makes the image grey.
                     */
                    saturation?: number;
                    /**
                     * Hue
                     * @description Degrees by which the hue of all colours is rotated.
                     */
                    hue?: number;
                    /**
                     * Grayscale
                     * @description Removes all colour and keeps the lightness.
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
                     * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb of the corners of a rotated image, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.
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
                 * @description The arguments of image-analyze.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Colours
                     * @description How many dominant colours to find; an image with fewer colours returns fewer.
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
                 * @description The arguments of image-collage.
                 */
                arguments: {
                    /**
                     * Images
                     * @description Placed in this order, row by row from the top left. A file may occur several times.
                     */
                    images: ({
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    })[];
                    /**
                     * Columns
                     * @description Number of cells in a row. Default: as many columns as rows, or one more. Empty cells show the background.
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
                     * @description How an image fills its cell; it may be enlarged. cover: cropped around the centre. contain: the whole image, padded with the background. fill: stretched.
                     * @default cover
                     * @enum {unknown}
                     */
                    fit?: "cover" | "contain" | "fill";
                    /**
                     * Background
                     * @description Colour #rrggbb of gaps, of empty cells and behind transparent pixels. Default: transparent if the format supports it, else white.
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
                     * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
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
                 * @description The arguments of image-compare.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Other image
                     * @description The image to compare with, of the same types and limits. An image of another size is stretched to the size of the first.
                     */
                    other: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Tolerance
                     * @description A pixel has changed if red, green, blue or alpha (each 0 to 255) differs by more than this. 0 counts every difference; 8 ignores compression artefacts.
                     * @default 8
                     */
                    tolerance?: number;
                    /**
                     * Diff
                     * @description Whether to make a picture of the differences: changed pixels in red, on the image in pale grey.
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
                 * @description The arguments of image-convert.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description Format of the result.
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
                     * @description webp and avif: keeps every pixel exactly. Default false.
                     */
                    lossless?: boolean;
                    /**
                     * Progressive
                     * @description jpeg: shows a coarse image first while loading. Default false.
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
                 * @description The arguments of image-crop.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Box in pixels
                     * @description Exactly these pixels of the upright image. The box must be within the image.
                     */
                    box?: {
                        /**
                         * Left
                         * @description Column of the first pixel that is kept, in pixels from 0.
                         */
                        left: number;
                        /**
                         * Top
                         * @description Row of the first pixel that is kept, in pixels from 0.
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
                     * @description A box in shares of the sides of the upright image, for an image of any size. Its edges are rounded to whole pixels. left + width and top + height must be at most 1.
                     */
                    part?: {
                        /**
                         * Left
                         * @description Left edge, as a share of the width of the image, 0 to 1.
                         */
                        left: number;
                        /**
                         * Top
                         * @description Top edge, as a share of the height of the image, 0 to 1.
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
                         * @description Position of the window: in the center, at an edge or corner (north is the top), at the part that attracts most attention (attention: skin, saturated colours, edges), or at the part with most detail (entropy).
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
                     * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb behind transparent pixels of a JPEG; white by default.
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
                 * @description The arguments of image-generate.
                 */
                arguments: {
                    /**
                     * Description
                     * @description What the image shows, in plain words.
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
                 * @description The arguments of image-optimize.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description Format of the result.
                     * @enum {unknown}
                     */
                    model: "jpeg" | "png" | "webp" | "avif";
                    /**
                     * Most bytes
                     * @description The result has at most this many bytes. Without similarity: the best quality that fits. With similarity: the smallest file that is similar enough, if it fits.
                     */
                    maxBytes?: number;
                    /**
                     * Similarity
                     * @description How similar the result must be to the source: the mean structural similarity (SSIM, 0 to 1) of their luma. 0.95 is hard to tell apart at a glance, 0.98 side by side. 1 means that every pixel is equal, which only png always reaches.
                     */
                    similarity?: number;
                    /**
                     * When unmet
                     * @description What happens if no quality meets the target. best-effort: delivers the best result within maxBytes, or else the smallest possible one, with met: false in the result. fail: the execution fails with target_not_met and costs nothing.
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
                 * @description The arguments of image-remove-background.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG or PNG; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
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
                 * @description The arguments of image-resize.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Width
                     * @description Target width in pixels. If only one of the two is given, the other follows from the aspect ratio.
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Target height in pixels. If only one of the two is given, the other follows from the aspect ratio.
                     */
                    height?: number;
                    /**
                     * Fit
                     * @description How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                     * @default inside
                     * @enum {unknown}
                     */
                    fit?: "inside" | "outside" | "cover" | "contain" | "fill";
                    /**
                     * Allow enlargement
                     * @description Whether the image may be enlarged. If not, a side that would grow keeps its length; only the padding of contain may exceed it.
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
                     * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.
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
                 * @description The arguments of image-stylize.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG or PNG; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Description
                     * @description What the result should look like, in plain words.
                     */
                    prompt: string;
                    /**
                     * Strength
                     * @description How far the result may differ from the source, 0 to 1: 0 keeps the source, 1 follows only the description.
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
                 * @description The arguments of image-thumbnails.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Sizes
                     * @description One artifact is made for each size, in this order; at most 40 megapixels in total.
                     */
                    sizes: {
                        /**
                         * Width
                         * @description Target width in pixels. If only one of the two is given, the other follows from the aspect ratio.
                         */
                        width?: number;
                        /**
                         * Height
                         * @description Target height in pixels. If only one of the two is given, the other follows from the aspect ratio.
                         */
                        height?: number;
                        /**
                         * Fit
                         * @description How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                         * @default inside
                         * @enum {unknown}
                         */
                        fit?: "inside" | "outside" | "cover" | "contain" | "fill";
                    }[];
                    /**
                     * Allow enlargement
                     * @description Whether a thumbnail may be larger than the image. If not, a side that would grow keeps its length; only the padding of contain may exceed it.
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
                     * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.
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
                 * @description The arguments of image-upscale.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG or PNG; the result has at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Scale
                     * @description Factor for the width and the height of the result.
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
                 * @description The arguments of image-watermark.
                 */
                arguments: {
                    /**
                     * Image
                     * @description The image: JPEG, PNG, WebP or AVIF, an upload or an artifact; at most 40 megapixels.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Mark image
                     * @description An image as the mark, preferably a PNG with transparency: an upload or an artifact; at most 40 megapixels.
                     */
                    image?: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Mark text
                     * @description A text as the mark, of one or several lines, drawn unchanged in DejaVu Sans: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian, Lao and many symbols. A character that the font does not have is an error.
                     */
                    text?: string;
                    /**
                     * Text colour
                     * @description Colour #rrggbb of the text; white by default.
                     */
                    color?: string;
                    /**
                     * Position
                     * @description Position of the mark; north is the top. Ignored with tile.
                     * @default south-east
                     * @enum {unknown}
                     */
                    position?: "center" | "north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west";
                    /**
                     * Margin
                     * @description Pixels between the mark and the edges, or between one tile and the next; fewer if the image is too small.
                     * @default 16
                     */
                    margin?: number;
                    /**
                     * Scale
                     * @description Width of the mark as a share of the width of the image. The mark keeps its proportions, and is smaller if it would not fit between the margins.
                     * @default 0.25
                     */
                    scale?: number;
                    /**
                     * Opacity
                     * @description Opacity as a share of 1: at 1 the mark hides everything behind it. Transparency of a mark image is kept.
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
                     * @description Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.
                     */
                    quality?: number;
                    /**
                     * Background
                     * @description Colour #rrggbb behind transparent pixels of a JPEG; white by default.
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
                 * @description The arguments of speech-generate.
                 */
                arguments: {
                    /**
                     * Text
                     * @description The text to read, in any language that the voice speaks.
                     */
                    text: string;
                    /**
                     * Voice
                     * @description The voice that reads the text.
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
                 * @description The arguments of video-analyze.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Scene threshold
                     * @description How much a frame must differ from the one before it to begin a scene, in percent: 8 to 14 finds hard cuts, lower values find more.
                     * @default 10
                     */
                    sceneThreshold?: number;
                    /**
                     * Black seconds
                     * @description Shortest duration in seconds from which a part that is black is listed.
                     * @default 0.5
                     */
                    blackSeconds?: number;
                    /**
                     * Frozen seconds
                     * @description Shortest duration in seconds from which a part that does not move is listed.
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
                 * @description The arguments of video-clip.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Start
                     * @description Start of the result, in seconds of the source; it must be before the end of the source.
                     * @default 0
                     */
                    startSeconds?: number;
                    /**
                     * End
                     * @description End of the result, in seconds of the source; it must be after the start. By default, or if it is later than the source, the result ends with the source.
                     */
                    endSeconds?: number;
                    /**
                     * Quality
                     * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
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
                 * @description The arguments of video-concat.
                 */
                arguments: {
                    /**
                     * Sources
                     * @description Shown one after the other, in this order. A file may occur several times.
                     */
                    sources: ({
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    })[];
                    /**
                     * Quality
                     * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
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
                 * @description The arguments of video-contact-sheet.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Columns
                     * @description Number of frames in a row.
                     * @default 4
                     */
                    columns?: number;
                    /**
                     * Rows
                     * @description Number of frames in a column.
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
                     * @description Pixels between the frames and around all of them.
                     * @default 8
                     */
                    gap?: number;
                    /**
                     * Fit
                     * @description How a frame fills its cell; it may be enlarged. contain: the whole frame, padded with the background. cover: cropped around the centre.
                     * @default contain
                     * @enum {unknown}
                     */
                    fit?: "contain" | "cover";
                    /**
                     * Background
                     * @description Colour #rrggbb of the gaps and the padding; black by default.
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
                     * @description Quality of a JPEG; 85 by default. PNG is lossless and has none.
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
                 * @description The arguments of video-extract-audio.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact, with audio; at most one hour.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description Format of the audio.
                     * @enum {unknown}
                     */
                    model: "mp3" | "wav" | "aac" | "opus" | "flac";
                    /**
                     * Bit rate
                     * @description Kilobits per second for mp3 (default 160), aac (default 160) and opus (default 96, at most 256). The encoder uses the nearest supported rate.
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
                 * @description The arguments of video-generate.
                 */
                arguments: {
                    /**
                     * Description
                     * @description What the video shows, in plain words.
                     */
                    prompt: string;
                    /**
                     * Seconds
                     * @description Duration of the video in seconds.
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
                 * @description The arguments of video-preview.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Format
                     * @description Format of the preview.
                     * @enum {unknown}
                     */
                    model: "webp" | "gif";
                    /**
                     * Clips
                     * @description How many clips, from the middles of as many equal parts of the video. 1: one clip from its middle.
                     * @default 4
                     */
                    clips?: number;
                    /**
                     * Seconds per clip
                     * @description Duration of each clip in seconds. If the clips would be longer than the video, the whole video is shown.
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
                     * Frames per second
                     * @description Frames per second of the preview.
                     * @default 10
                     */
                    framesPerSecond?: number;
                    /**
                     * Quality
                     * @description Quality of a WebP; 60 by default. GIF has none: it uses the 256 colours that fit best.
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
                 * @description The arguments of video-replace-audio.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Audio
                     * @description The audio file: an uploaded WAV, MP3, M4A or MP4 (its first audio track is used), or an artifact with audio; at most one hour.
                     */
                    sound: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
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
                 * @description The arguments of video-resize.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Width
                     * @description Target width in pixels, rounded down to an even number. If only one of the two is given, the other follows from the aspect ratio.
                     */
                    width?: number;
                    /**
                     * Height
                     * @description Target height in pixels, rounded down to an even number. If only one of the two is given, the other follows from the aspect ratio.
                     */
                    height?: number;
                    /**
                     * Fit
                     * @description How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.
                     * @default inside
                     * @enum {unknown}
                     */
                    fit?: "inside" | "outside" | "cover" | "contain" | "fill";
                    /**
                     * Allow enlargement
                     * @description Whether the video may be enlarged. If not, a side that would grow keeps its length; only the padding of contain may exceed it.
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
                     * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
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
                 * @description The arguments of video-thumbnails.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Times
                     * @description Seconds from the start, to the millisecond; one artifact for each, in this order, of the frame that is shown at that time. After the last frame, it is the last one.
                     */
                    times?: number[];
                    /**
                     * Count
                     * @description Instead of times: the number of pictures, from the middles of as many equal parts of the video.
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
                     * @description How a frame is fitted to width and height. inside: as large as fits within them, never enlarged. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background.
                     * @default inside
                     * @enum {unknown}
                     */
                    fit?: "inside" | "cover" | "contain";
                    /**
                     * Background
                     * @description Colour #rrggbb of the padding of contain; black by default.
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
                     * @description Quality of a JPEG; 85 by default. PNG is lossless and has none.
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
                 * @description The arguments of video-transcode.
                 */
                arguments: {
                    /**
                     * Video
                     * @description The video: an uploaded MP4 or an MP4 artifact; at most one hour, 4096 × 2176 pixels, and 120 frames per second on average.
                     */
                    source: {
                        /**
                         * File id
                         * @description Id of an upload or artifact of this project, or of a sample file, which every project has.
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
                         * @description Index of an artifact of that step, from 0.
                         */
                        artifact: number;
                    };
                    /**
                     * Encoding
                     * @description Encoding of the result.
                     * @enum {unknown}
                     */
                    model: "h264-fast" | "h264-quality" | "vp9" | "av1";
                    /**
                     * Quality
                     * @description Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.
                     * @default medium
                     * @enum {unknown}
                     */
                    quality?: "low" | "medium" | "high" | "highest";
                    /**
                     * Frames per second
                     * @description Highest frame rate of the result, in frames per second. Frames are left out only where the source has more.
                     * @default 60
                     */
                    picturesPerSecondMax?: number;
                    /**
                     * Sound
                     * @description Whether the audio is kept, as AAC of 160 kbit/s.
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
