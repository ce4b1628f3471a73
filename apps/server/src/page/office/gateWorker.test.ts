import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { gateWorker } from "./gateWorker.ts";

const origin = "https://office.example";
const page = "/_office/scan/";
const file = (name: string): string => `/_office/files/${name}`;

type Listener = (event: object) => void;
type Cache = Map<string, Response>;

/** The caches of a browser, which several versions of the worker use one after the other. */
let stored: Map<string, Cache>;
/** What the network answers, by path. */
let network: (path: string) => Promise<Response>;
/** The number of files that the browser stores before it has no more room. */
let room: number;
beforeEach(() => {
  stored = new Map();
  network = async (path) => new Response(path, { headers: { "content-type": "text/javascript" } });
  room = Infinity;
});

const cacheNamed = (name: string) => {
  const known = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, known);
  return {
    match: async (key: string) => known.get(key)?.clone(),
    put: async (key: string, response: Response) => {
      if (--room < 0) throw new DOMException("No room", "QuotaExceededError");
      known.set(key, response);
    },
  };
};
const caches = {
  open: async (name: string) => cacheNamed(name),
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  match: async (key: string) =>
    [...stored.values()]
      .find((cache) => cache.has(key))
      ?.get(key)
      ?.clone(),
};

/** A version of the worker in a browser. */
const worker = (files: readonly string[], html: string) => {
  const listeners = new Map<string, Listener>();
  const called: string[] = [];
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: async () => void called.push("skipWaiting"),
    clients: { claim: async () => void called.push("claim") },
  };
  const fetched = async (asked: string | { url: string }) =>
    network(typeof asked === "string" ? asked : new URL(asked.url).pathname);
  const headers = { "content-security-policy": "default-src 'none'" };
  runInNewContext(gateWorker(files.map(file), { html, headers }), {
    self,
    caches,
    fetch: fetched,
    URL,
    Response,
    Error,
  });
  const raise = async (name: string): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(name)?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  const ask = async (path: string, mode = "cors"): Promise<Response | undefined> => {
    let answer: Promise<Response> | undefined;
    listeners.get("fetch")?.({
      request: { url: origin + path, method: "GET", mode },
      respondWith: (response: Promise<Response>) => (answer = response),
    });
    return answer;
  };
  const install = async (): Promise<void> => {
    await raise("install");
    await raise("activate");
  };
  return { ask, install, called };
};
const withoutNetwork = async (): Promise<Response> => {
  throw new TypeError("Failed to fetch");
};
const textOf = async (response: Promise<Response | undefined>): Promise<string | undefined> => (await response)?.text();

test("the page and its files open without a network once they are stored", async () => {
  const one = worker(["a.js", "b.css"], "<p>One</p>");
  await one.install();
  expect(one.called).toEqual(["skipWaiting", "claim"]);
  network = withoutNetwork;
  const opened = await one.ask(page, "navigate");
  expect([
    await opened?.text(),
    opened?.headers.get("content-security-policy"),
    opened?.headers.get("content-type"),
  ]).toEqual(["<p>One</p>", "default-src 'none'", "text/html; charset=utf-8"]);
  expect([await textOf(one.ask(file("a.js"))), await textOf(one.ask(file("b.css")))]).toEqual([
    file("a.js"),
    file("b.css"),
  ]);
  await expect(one.ask(file("c.js"))).rejects.toThrow("Failed to fetch");
});

test("calls and pages of the back office are left to the network", async () => {
  const one = worker(["a.js"], "<p>One</p>");
  await one.install();
  expect(await one.ask("/staff_api/gate")).toBeUndefined();
  expect(await one.ask("/_office/", "navigate")).toBeUndefined();
  expect(await one.ask("/_office/scan/worker.js")).toBeUndefined();
});

test("the document is that of the worker's release, whichever server answers during an upgrade", async () => {
  network = async (path) => (path === page ? new Response("<p>Another</p>") : new Response(path));
  const one = worker(["a.js"], "<p>One</p>");
  await one.install();
  expect(await textOf(one.ask(page, "navigate"))).toBe("<p>One</p>");
});

test.each([
  ["is not there", async () => new Response("gone", { status: 404 })],
  [
    "is the error page of a proxy",
    async () => new Response("<h1>Sorry</h1>", { headers: { "content-type": "text/html" } }),
  ],
  ["does not come, since the network is gone", withoutNetwork],
])("a release of which a file %s is not installed, and the one before goes on", async (_, answer) => {
  const one = worker(["a.js"], "<p>One</p>");
  await one.install();
  const working = network;
  network = async (path) => (path === file("late.js") ? answer() : working(path));
  const two = worker(["a2.js", "late.js"], "<p>Two</p>");
  await expect(two.install()).rejects.toThrow();
  expect([two.called, stored.size]).toEqual([[], 1]);
  network = withoutNetwork;
  expect([await textOf(one.ask(page, "navigate")), await textOf(one.ask(file("a.js")))]).toEqual([
    "<p>One</p>",
    file("a.js"),
  ]);
});

test("a release for which there is no room leaves nothing behind", async () => {
  const one = worker(["a.js"], "<p>One</p>");
  await one.install();
  room = 1;
  const two = worker(["a2.js", "b2.js"], "<p>Two</p>");
  await expect(two.install()).rejects.toThrow("No room");
  expect(stored.size).toBe(1);
});

test("a page that is open since the release before finds its files in the cache, although no server has them", async () => {
  await worker(["a.js", "reader-1.wasm"], "<p>One</p>").install();
  const two = worker(["a2.js", "reader-2.wasm"], "<p>Two</p>");
  await two.install();
  network = async () => new Response("gone", { status: 404 });
  expect(await textOf(two.ask(file("reader-1.wasm")))).toBe(file("reader-1.wasm"));
  expect(await textOf(two.ask(page, "navigate"))).toBe("<p>Two</p>");
});

test("only the last release before stays stored", async () => {
  for (const n of [1, 2, 3]) await worker([`a${n}.js`], `<p>${n}</p>`).install();
  expect([...stored.values()].flatMap((cache) => [...cache.keys()])).toEqual([
    file("a2.js"),
    page,
    file("a3.js"),
    page,
  ]);
});

test("a browser whose cache cannot be read asks the network", async () => {
  const one = worker(["a.js"], "<p>One</p>");
  await one.install();
  const { open } = caches;
  caches.open = async () => {
    throw new DOMException("The cache is broken", "UnknownError");
  };
  try {
    expect(await textOf(one.ask(page, "navigate"))).toBe(page);
  } finally {
    caches.open = open;
  }
});
