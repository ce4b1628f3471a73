import { maxSide, reduced, type CameraPicture } from "./cameraPicture.ts";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Reads the code in a frame of the camera, if there is one. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect(source: HTMLVideoElement): Promise<{ readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

const nativeReader = async (): Promise<CodeReader | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !formats?.includes("qr_code")) return undefined;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
};

/** Takes the current frame of a video; undefined if there is none yet. */
type Grab = (video: HTMLVideoElement) => CameraPicture | undefined;

/** Not scaled down, which would block the page's main thread. */
const grabFrame: Grab = (video) =>
  video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? undefined : new VideoFrame(video);

/** For browsers that cannot pass a frame to another thread. */
const canvasGrabber = (): Grab => {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) =>
    context ? reduced(context, video, { width: video.videoWidth, height: video.videoHeight }, maxSide) : undefined;
};

const workerReader = (): CodeReader => {
  const worker = new Worker(new URL("./readCodes.worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ wasm: new URL(wasm, location.href).href });
  const canHandOver = "VideoFrame" in globalThis && "OffscreenCanvas" in globalThis;
  const grab = canHandOver ? grabFrame : canvasGrabber();
  return (video) => {
    const picture = grab(video);
    if (!picture) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(typeof data === "string" ? data : undefined), {
        once: true,
      });
      worker.postMessage({ picture }, [picture instanceof ImageData ? picture.data.buffer : picture]);
    });
  };
};

let reader: Promise<CodeReader> | undefined;
/** The browser's own detector, or else ours in a worker. */
export const codeReader = (): Promise<CodeReader> =>
  (reader ??= nativeReader().then((native) => native ?? workerReader()));
