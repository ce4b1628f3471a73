import { Worker } from "node:worker_threads";
import type { ReadDocuments } from "../../../catalogue/format/readDocuments.ts";
import { FairSlots } from "../../../db/connection/fairSlots.ts";
import { Refused } from "../../../errors/refused.ts";
import { UnusableFile, type Unpacked } from "./unpack.ts";

export type Upload = ReadDocuments & Pick<Unpacked, "archive">;
export type UploadReply = { readonly upload: Upload } | { readonly unusable: string };

/** The limits of a reader thread: its time, and its memory besides the unpacked file. */
const [maxSeconds, maxHeapMb] = [10, 384];

/** A reader holds a file of up to 20 MB and its unpacked content, so only two read at the same time, and one per seller. */
const readers = new FairSlots(
  { slots: 2, slotsOfOne: 1, waiting: 6, waitingOfOne: 2, waitMs: 20_000 },
  () => new Refused({ code: "too_many_requests", context: "staff" }),
);

/** Reads an uploaded file. Throws `UnusableFile`. */
export const readUpload = async (
  seller_id: string,
  bytes: Uint8Array,
  { seconds = maxSeconds }: { readonly seconds?: number } = {},
): Promise<Upload> => {
  const leave = await readers.take(seller_id);
  try {
    const reply = await readInThread(bytes, seconds);
    if ("unusable" in reply) throw new UnusableFile(reply.unusable);
    return reply.upload;
  } finally {
    leave();
  }
};

const readInThread = async (bytes: Uint8Array, seconds: number): Promise<UploadReply> => {
  const worker = new Worker(new URL("upload.worker.ts", import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // The thread reads untrusted input and needs nothing from the server's environment.
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<UploadReply>((resolve, reject) => {
      timer = setTimeout(() => resolve({ unusable: `takes longer than ${seconds} seconds to read` }), seconds * 1000);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? resolve({ unusable: "takes more memory than a file may" })
          : reject(error),
      );
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
