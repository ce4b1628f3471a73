import { createServer, type Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Provider } from "@openfeature/server-sdk";
import { afterEach, expect, test } from "vitest";
import { fileFlags } from "./fileFlags.ts";
import { createFlagClient, type FlagClient } from "./flagClient.ts";
import { openFlags } from "./openFlags.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});
const warnings: object[] = [];
const log = { warn: (fields: object) => void warnings.push(fields) };
const closeAfterTest = (client: FlagClient): FlagClient => {
  cleanups.push(() => client.close());
  return client;
};

const flagd = (state: "on" | "off", targeting?: object) =>
  JSON.stringify({
    flags: {
      newer_manage: {
        state: "ENABLED",
        variants: { on: true, off: false },
        defaultVariant: state,
        ...(targeting && { targeting }),
      },
    },
  });

const flagFile = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "flags-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  const file = join(folder, "flags.json");
  await writeFile(file, text);
  return file;
};

/** A service that answers OFREP requests with `answer`. */
const service = async (answer: (name: string, seller: string, authorization: string | undefined) => unknown) => {
  const server: Server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const name = request.url?.split("/").at(-1) ?? "";
      const { context } = JSON.parse(text) as { context: { seller: string } };
      const reply = answer(name, context.seller, request.headers.authorization);
      if (reply === "hang") return;
      const { status, body } = reply as { status: number; body: unknown };
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const replyWith = (value: unknown) => ({
  status: 200,
  body: { key: "newer_manage", value, reason: "STATIC", variant: "x" },
});

test("returns the defaults without a file and without a service", async () => {
  const client = closeAfterTest(await openFlags({}, log));
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor")).toEqual({ newer_manage: false });
});

test("reads flags by seller from a file", async () => {
  const file = await flagFile(flagd("off", { if: [{ "==": [{ var: "seller" }, "harbor"] }, "on", "off"] }));
  const client = closeAfterTest(await openFlags({ file }, log));
  await client.refresh(["harbor", "opal"]);
  expect(client.flagsOf("harbor")).toEqual({ newer_manage: true });
  expect(client.flagsOf("opal")).toEqual({ newer_manage: false });
});

test("reads a changed file again, and ignores one that is not JSON", async () => {
  const file = await flagFile(flagd("off"));
  let now = 0;
  const client = closeAfterTest(
    await createFlagClient(
      fileFlags(file, () => now),
      log,
      () => now,
    ),
  );
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor").newer_manage).toBe(false);
  await writeFile(file, flagd("on"));
  now += 31_000;
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor").newer_manage).toBe(true);
  await writeFile(file, "{");
  now += 31_000;
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor").newer_manage).toBe(true);
});

test("returns the defaults when the file is missing at start", async () => {
  const client = closeAfterTest(await openFlags({ file: "/nowhere/flags.json" }, log));
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor")).toEqual({ newer_manage: false });
});

test("asks a service for each seller, with its token", async () => {
  const requests: unknown[] = [];
  const url = await service((name, seller, authorization) => {
    requests.push({ name, seller, authorization });
    return replyWith(seller === "harbor");
  });
  const client = closeAfterTest(await openFlags({ url, token: "secret" }, log));
  await client.refresh(["harbor", "opal"]);
  expect(client.flagsOf("harbor").newer_manage).toBe(true);
  expect(client.flagsOf("opal").newer_manage).toBe(false);
  expect(requests).toContainEqual({ name: "newer_manage", seller: "harbor", authorization: "Bearer secret" });
});

test.each([
  ["with a string", replyWith("yes")],
  ["with a number", replyWith(1)],
  ["with nothing", { status: 200, body: {} }],
  ["without JSON", { status: 200, body: "<html>" }],
  ["that the flag is unknown", { status: 404, body: { key: "newer_manage", errorCode: "FLAG_NOT_FOUND" } }],
  ["with an error", { status: 500, body: {} }],
  ["with a rate limit", { status: 429, body: {} }],
])("returns the default when a service answers %s", async (_, reply) => {
  const url = await service(() => reply);
  const client = closeAfterTest(await openFlags({ url }, log));
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor")).toEqual({ newer_manage: false });
});

test("returns the last known flags at once when a service does not answer", async () => {
  let isHanging = false;
  const url = await service(() => (isHanging ? "hang" : replyWith(true)));
  let now = 0;
  const { OFREPProvider } = await import("@openfeature/ofrep-provider");
  const client = closeAfterTest(await createFlagClient(new OFREPProvider({ baseUrl: url }), log, () => now));
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor").newer_manage).toBe(true);
  isHanging = true;
  now += 31_000;
  // Returns at once, while the request continues in the background.
  expect(client.flagsOf("harbor").newer_manage).toBe(true);
  warnings.length = 0;
  await client.refresh(["harbor"]);
  expect(client.flagsOf("harbor").newer_manage).toBe(true);
  expect(warnings).toEqual([{ event: "flags_unavailable", err: "no answer within 2000 ms" }]);
});

/** A provider that answers true, and counts its pending answers. */
const countingProvider = (beforeAnswer: () => void) => {
  const counts = { asked: 0, open: 0, most: 0 };
  const unused = (_: string, value: unknown) => Promise.resolve({ value });
  const provider = {
    metadata: { name: "counting" },
    runsOn: "server",
    resolveBooleanEvaluation: async () => {
      counts.asked += 1;
      counts.most = Math.max(counts.most, ++counts.open);
      await new Promise((done) => void setImmediate(done));
      counts.open -= 1;
      beforeAnswer();
      return { value: true };
    },
    resolveStringEvaluation: unused,
    resolveNumberEvaluation: unused,
    resolveObjectEvaluation: unused,
  } as unknown as Provider;
  return { counts, provider };
};
const manySellers = Array.from({ length: 10_000 }, (_, nth) => `seller-${nth}`);

test("asks for ten thousand sellers at start a few at a time", async () => {
  const { counts, provider } = countingProvider(() => undefined);
  const client = closeAfterTest(await createFlagClient(provider, log, () => 0));
  await client.refresh(manySellers);
  expect([counts.asked, counts.most]).toEqual([10_000, 8]);
  expect(client.flagsOf("seller-9999").newer_manage).toBe(true);
});

test("does not wait at start for a slow service, and asks for the rest at their first use", async () => {
  let now = 0;
  const { counts, provider } = countingProvider(() => (now += 100));
  const client = closeAfterTest(await createFlagClient(provider, log, () => now));
  await client.refresh(manySellers);
  expect(counts.asked).toBeLessThan(50);
  const { asked } = counts;
  expect(client.flagsOf("seller-9999").newer_manage).toBe(false);
  await expect.poll(() => client.flagsOf("seller-9999").newer_manage).toBe(true);
  expect(counts.asked).toBe(asked + 1);
});
