import { workerData } from "node:worker_threads";
import { generateLoad } from "../generateLoad.ts";

/** The data that the thread is started with: it sends the request until it is stopped. */
export type Rush = {
  readonly url: string;
  readonly clients: number;
  readonly request: { readonly path: string; readonly body: object };
};

const { url, clients, request } = workerData as Rush;
await generateLoad(url, { clients, seconds: Number.POSITIVE_INFINITY, next: () => request, expect: [200] });
