import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { maxSide, reduced, smallSide, type CameraPicture } from "./cameraPicture.ts";

type Message = { readonly wasm: string } | { readonly picture: CameraPicture };

const codeIn = async (picture: ImageData): Promise<string | undefined> => {
  const [found] = await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 1, tryHarder: true });
  return found?.text;
};

const context =
  "OffscreenCanvas" in globalThis && new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/** Reads a small copy first, then a larger one in which small codes can be read too. */
const codeInFrame = async (frame: VideoFrame): Promise<string | undefined> => {
  const size = { width: frame.displayWidth, height: frame.displayHeight };
  try {
    for (const side of [smallSide, maxSide]) {
      const picture = context ? reduced(context, frame, size, side) : undefined;
      const code = picture && (await codeIn(picture));
      if (code !== undefined) return code;
    }
    return undefined;
  } finally {
    frame.close();
  }
};

self.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  // The reader is served from our own host; by default it would be loaded from a third party.
  if ("wasm" in data) return prepareZXingModule({ overrides: { locateFile: () => data.wasm } });
  const { picture } = data;
  void (picture instanceof ImageData ? codeIn(picture) : codeInFrame(picture))
    .then((code) => self.postMessage(code ?? null))
    .catch(() => self.postMessage(null));
});
