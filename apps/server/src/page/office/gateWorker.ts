import { createHash } from "node:crypto";

/**
 * The gate's service worker. It caches a fixed list of files, whose names contain their hashes, and the document, and
 * serves them from the cache first, so that the page opens without a network. A changed list is a new version, which
 * replaces this one.
 */
export const gateWorker = (files: readonly string[], html: string): string => {
  const version = createHash("sha256").update(JSON.stringify(files)).update(html).digest("hex").slice(0, 16);
  return `"use strict";
const cacheName = "foyer-gate-${version}";
const page = "/_office/scan/";
const files = new Set(${JSON.stringify(files)});

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([page, ...files])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("foyer-gate-") && name !== cacheName;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = async (key, request) => (await (await caches.open(cacheName)).match(key)) ?? fetch(request);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === page) event.respondWith(kept(page, request));
  else if (files.has(pathname)) event.respondWith(kept(pathname, request));
});
`;
};
