import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

type Message = { readonly wasm: string } | { readonly picture: ImageData };

self.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  // The reader is served by us: its own default is a host elsewhere.
  if ("wasm" in data) return prepareZXingModule({ overrides: { locateFile: () => data.wasm } });
  void readBarcodes(data.picture, { formats: ["QRCode"], maxNumberOfSymbols: 1, tryHarder: true })
    .then(([found]) => self.postMessage(found?.text ?? null))
    .catch(() => self.postMessage(null));
});
