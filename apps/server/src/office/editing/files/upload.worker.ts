import { parentPort, workerData } from "node:worker_threads";
import { readDocuments } from "../../../catalogue/format/readDocuments.ts";
import type { UploadReply } from "./readUpload.ts";
import { unpack, UnusableFile } from "./unpack.ts";

/** One bracket that is left open may be thousands. */
const maxProblems = 200;

/** Reads one file that was uploaded, in a thread of its own: what takes too long there is stopped and holds nobody up. */
const read = (bytes: Uint8Array): UploadReply => {
  try {
    const { text, archive } = unpack(bytes);
    const { documents, problems } = readDocuments(text);
    return { upload: { documents, problems: problems.slice(0, maxProblems), archive } };
  } catch (error) {
    if (error instanceof UnusableFile) return { unusable: error.message };
    // Nested so deep that the parser's stack overflows.
    if (error instanceof RangeError) return { unusable: "is nested too deep" };
    throw error;
  }
};

parentPort?.postMessage(read(workerData as Uint8Array));
