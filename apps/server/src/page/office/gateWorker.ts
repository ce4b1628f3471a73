import { createHash } from "node:crypto";

/** The gate's document, and the headers that it is sent with. */
export type GateDocument = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/**
 * The gate's service worker. It caches a fixed list of files, whose names contain their hashes, and the document, and
 * serves them from the cache first, so that the page opens without a network. A changed list is a new version, which
 * replaces this one once it is stored completely. The document is part of the worker: during an upgrade a server of another
 * release may answer, whose document names other files. Files of the version before stay for pages that are still open.
 */
export const gateWorker = (files: readonly string[], { html, headers }: GateDocument): string => {
  const version = createHash("sha256")
    .update(JSON.stringify([files, html, headers]))
    .digest("hex")
    .slice(0, 16);
  return `"use strict";
const prefix = "foyer-gate-";
const cacheName = prefix + "${version}";
const page = "/_office/scan/";
const folder = "/_office/files/";
const files = ${JSON.stringify(files)};
const html = ${JSON.stringify(html)};
const headers = ${JSON.stringify({ ...headers, "content-type": "text/html; charset=utf-8" })};

/** A file of this release. A page in its place, such as the error page of a proxy, is none. */
const read = async (file) => {
  const response = await fetch(file);
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || type.startsWith("text/html")) throw new Error("no file of this release: " + file);
  return [file, response];
};

/** Stores everything, or nothing. */
const store = async () => {
  const all = await Promise.all(files.map(read));
  try {
    const cache = await caches.open(cacheName);
    await Promise.all(all.map(([file, response]) => cache.put(file, response)));
    await cache.put(page, new Response(html, { headers }));
  } catch (error) {
    await caches.delete(cacheName).catch(() => undefined);
    throw error;
  }
};

self.addEventListener("install", (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  };
  event.waitUntil(tidy().catch(() => undefined).then(() => self.clients.claim()));
});

/** From this version, or else, for a page that is open since before, from another one. */
const kept = async (key) => {
  try {
    const own = await (await caches.open(cacheName)).match(key);
    return own ?? (key === page ? undefined : await caches.match(key));
  } catch {
    return undefined;
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const key = request.mode === "navigate" && pathname === page ? page : pathname.startsWith(folder) ? pathname : undefined;
  if (key !== undefined) event.respondWith(kept(key).then((response) => response ?? fetch(request)));
});
`;
};
