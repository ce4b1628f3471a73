import { parentPort, workerData } from "node:worker_threads";
import { readDocuments } from "../../../catalogue/format/readDocuments.ts";
import type { UploadReply } from "./readUpload.ts";
import { unpack, UnusableFile } from "./unpack.ts";

/** A single unclosed bracket may cause thousands of problems. */
const maxProblems = 200;

/** Reads one uploaded file in a thread of its own: if it takes too long, it is terminated without blocking others. */
const read = (bytes: Uint8Array): UploadReply => {
  try {
    const { text, archive } = unpack(bytes);
    const { documents, problems } = readDocuments(text);
    return { upload: { documents, problems: problems.slice(0, maxProblems), archive } };
  } catch (error) {
    if (error instanceof UnusableFile) return { unusable: error.message };
    // The nesting is so deep that the parser's stack overflows.
    if (error instanceof RangeError) return { unusable: "is nested too deep" };
    throw error;
  }
};

parentPort?.postMessage(read(workerData as Uint8Array));
