import { createServer, type Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const track = (desk: FlagClient): FlagClient => {
  cleanups.push(() => desk.close());
  return desk;
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

/** A service that speaks OFREP as it is told to. */
const service = async (answer: (name: string, seller: string, authorization: string | undefined) => unknown) => {
  const server: Server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const name = request.url?.split("/").at(-1) ?? "";
      const { context } = JSON.parse(text) as { context: { seller: string } };
      const said = answer(name, context.seller, request.headers.authorization);
      if (said === "hang") return;
      const { status, body } = said as { status: number; body: unknown };
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
const says = (value: unknown) => ({
  status: 200,
  body: { key: "newer_manage", value, reason: "STATIC", variant: "x" },
});

test("without a file and without a service each flag is its default", async () => {
  const desk = track(await openFlags({}, log));
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor")).toEqual({ newer_manage: false });
});

test("a file says it by seller", async () => {
  const file = await flagFile(flagd("off", { if: [{ "==": [{ var: "seller" }, "harbor"] }, "on", "off"] }));
  const desk = track(await openFlags({ file }, log));
  await desk.refresh(["harbor", "opal"]);
  expect(desk.flagsOf("harbor")).toEqual({ newer_manage: true });
  expect(desk.flagsOf("opal")).toEqual({ newer_manage: false });
});

test("a file may be changed while the server runs; one that is no JSON changes nothing", async () => {
  const file = await flagFile(flagd("off"));
  let now = 0;
  const desk = track(
    await createFlagClient(
      fileFlags(file, () => now),
      log,
      () => now,
    ),
  );
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor").newer_manage).toBe(false);
  await writeFile(file, flagd("on"));
  now += 31_000;
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor").newer_manage).toBe(true);
  await writeFile(file, "{");
  now += 31_000;
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor").newer_manage).toBe(true);
});

test("a file that is not there at start leaves the defaults", async () => {
  const desk = track(await openFlags({ file: "/nowhere/flags.json" }, log));
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor")).toEqual({ newer_manage: false });
});

test("a service is asked for each seller, with its token", async () => {
  const asked: unknown[] = [];
  const url = await service((name, seller, authorization) => {
    asked.push({ name, seller, authorization });
    return says(seller === "harbor");
  });
  const desk = track(await openFlags({ url, token: "secret" }, log));
  await desk.refresh(["harbor", "opal"]);
  expect(desk.flagsOf("harbor").newer_manage).toBe(true);
  expect(desk.flagsOf("opal").newer_manage).toBe(false);
  expect(asked).toContainEqual({ name: "newer_manage", seller: "harbor", authorization: "Bearer secret" });
});

test.each([
  ["a word", says("yes")],
  ["a number", says(1)],
  ["nothing", { status: 200, body: {} }],
  ["no JSON", { status: 200, body: "<html>" }],
  ["that there is no such flag", { status: 404, body: { key: "newer_manage", errorCode: "FLAG_NOT_FOUND" } }],
  ["that it has trouble", { status: 500, body: {} }],
  ["that too much is asked", { status: 429, body: {} }],
])("a service that answers %s leaves the default (T139)", async (_, said) => {
  const url = await service(() => said);
  const desk = track(await openFlags({ url }, log));
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor")).toEqual({ newer_manage: false });
});

test("a service that never answers holds nobody up, and what was heard before counts", async () => {
  let mute = false;
  const url = await service(() => (mute ? "hang" : says(true)));
  let now = 0;
  const { OFREPProvider } = await import("@openfeature/ofrep-provider");
  const desk = track(await createFlagClient(new OFREPProvider({ baseUrl: url }), log, () => now));
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor").newer_manage).toBe(true);
  mute = true;
  now += 31_000;
  // Answered at once; the question goes on behind.
  expect(desk.flagsOf("harbor").newer_manage).toBe(true);
  warnings.length = 0;
  await desk.refresh(["harbor"]);
  expect(desk.flagsOf("harbor").newer_manage).toBe(true);
  expect(warnings).toEqual([{ event: "flags_unavailable", err: "no answer within 2000 ms" }]);
});
