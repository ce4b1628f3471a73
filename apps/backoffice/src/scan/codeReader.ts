import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Reads the code in a picture of the camera, if there is one. */
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

/** Larger pictures take longer and read no better. */
const maxSide = 960;

const workerReader = (): CodeReader => {
  const worker = new Worker(new URL("./readCodes.worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ wasm: new URL(wasm, location.href).href });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0) return Promise.resolve(undefined);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(typeof data === "string" ? data : undefined), {
        once: true,
      });
      worker.postMessage({ picture }, [picture.data.buffer]);
    });
  };
};

let reader: Promise<CodeReader> | undefined;
/** The browser's own detector, else ours in a worker. */
export const codeReader = (): Promise<CodeReader> =>
  (reader ??= nativeReader().then((native) => native ?? workerReader()));
