import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Client, type PoolConfig } from "pg";
import { BoundedCache } from "../cache/boundedCache.ts";
import type { Database } from "../db/connections.ts";
import {
  findPageFile,
  insertPageFiles,
  keepNewestReleases,
  lockReleases,
  readPageFileNames,
  touchRelease,
  type ReleaseFile,
} from "./releaseFiles.sql.ts";

/** The number of releases that are kept, by their last start. A release adds only the files that changed. */
const releasesKept = 10;
/** The number of files per statement. */
const batchSize = 100;

/**
 * Stores the files of this release, so that servers of other releases can serve them too: during an upgrade, a page of
 * one release may request files from a server of the other. Only the owner of the tables may write them, so what runs in
 * browsers cannot be changed with the app's rights.
 */
export const storeReleaseFiles = async (owner: PoolConfig, folder: string): Promise<void> => {
  const names = (await readdir(folder)).toSorted();
  const id = createHash("sha256").update(names.join("\n")).digest("hex");
  const client = new Client(owner);
  // A connection that breaks fails its next statement. Without this listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await lockReleases(client);
    if (!(await touchRelease(client, id, names)))
      for (let start = 0; start < names.length; start += batchSize) {
        const batch = names.slice(start, start + batchSize);
        await insertPageFiles(client, batch, await Promise.all(batch.map((name) => readFile(join(folder, name)))));
      }
    await keepNewestReleases(client, releasesKept);
    await client.query("commit");
  } finally {
    await client.end();
  }
};

/** Reads the first of these files that a release has stored. */
export type ReadReleaseFile = (names: readonly string[]) => Promise<ReleaseFile | undefined>;

/** How long a newly stored file may remain unknown. */
const namesMs = 1_000;

/** Whether a release has stored a file. Queries at most once a second, since anyone can request unknown names. */
const storedNames = (db: Database): ((name: string) => Promise<boolean>) => {
  let names: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    readAt = performance.now();
    names = new Set(await readPageFileNames(db));
  };
  return async (name) => {
    if (names.has(name)) return true;
    if (reading === undefined && performance.now() - readAt < namesMs) return false;
    await (reading ??= read().finally(() => (reading = undefined)));
    return names.has(name);
  };
};

/** Caches frequently requested files while two releases run. */
export const releaseFileReader = (db: Database): ReadReleaseFile => {
  const isStored = storedNames(db);
  const cache = new BoundedCache<ReleaseFile>({
    maxEntries: 500,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: ({ bytes }) => bytes.length,
  });
  return async (names) => {
    const key = names.join(" ");
    const cached = cache.get(key);
    if (cached) return cached;
    // The last name is the uncompressed file, which exists for every other one.
    if (!(await isStored(names.at(-1) ?? ""))) return undefined;
    const file = await findPageFile(db, names);
    if (file) cache.set(key, file);
    return file;
  };
};

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
};
const encodings = { br: "br", gz: "gzip" } as const;

/** Serves files that this release does not have, if another release has stored them. */
export const answerOtherReleases = (
  scope: FastifyInstance,
  ownFiles: ReadonlySet<string>,
  readFile: ReadReleaseFile,
): void => {
  scope.addHook("preHandler", async (request, reply) => {
    const { "*": name = "" } = request.params as { readonly "*"?: string };
    const [, extension = ""] = /^[\w-]{1,100}\.(\w{2,5})$/.exec(name) ?? [];
    const type = types[extension];
    if (type === undefined || ownFiles.has(name)) return;
    const file = await readFile([...acceptedEncodings(request).map((encoding) => `${name}.${encoding}`), name]);
    if (!file) return;
    const encoding = Object.entries(encodings).find(([suffix]) => file.name === `${name}.${suffix}`)?.[1];
    if (encoding) reply.header("content-encoding", encoding);
    return reply
      .headers({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
      })
      .send(file.bytes);
  });
};

const acceptedEncodings = ({ headers }: FastifyRequest): readonly string[] => {
  const accepted = new Set(String(headers["accept-encoding"] ?? "").split(/\s*,\s*/));
  return Object.entries(encodings).flatMap(([suffix, name]) => (accepted.has(name) ? [suffix] : []));
};
