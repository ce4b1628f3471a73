import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { GateStore, KeptScan } from "../gateStore.ts";
import { sendWaiting } from "./sendWaiting.ts";

const now = "2027-03-02T10:00:00Z";
const waiting = {
  scan: { id: "0c0d7a34-0000-4000-8000-000000000001", at: now, offset_ms: 0, direction: "in" },
  subject: null,
  let_in: true,
  at: Date.parse(now),
  sentAt: null,
} satisfies KeptScan;

let stored: Map<string, KeptScan>;
const open = async () =>
  ({
    hasFailed: false,
    kept: async () => ({ offset: 0, listAt: null }),
    lists: async () => [],
    scans: async () => [...stored.values()],
    keepScan: async (one: KeptScan) => void stored.set(one.scan.id, one),
    forgetScans: async (ids: readonly string[]) => ids.forEach((id) => stored.delete(id)),
    wipe: async () => true,
  }) as unknown as GateStore;
beforeEach(() => {
  stored = new Map([[waiting.scan.id, waiting]]);
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());
const isWaiting = (): boolean => [...stored.values()].some(({ sentAt }) => sentAt === null);

test("what waits on a phone is sent before it is paired as another device", async () => {
  const sent: ScanSent[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    expect(url).toContain("_seller=quay");
    sent.push(...(JSON.parse(body as string) as { scans: ScanSent[] }).scans);
    const answers = sent.map(({ id }) => ({ id, shown: "welcome", reason: null, counts: "entry", choices: [] }));
    return Response.json({ answers, errors: [], is_ended: true, now });
  });
  await sendWaiting("quay", open);
  expect([sent.map(({ id }) => id), isWaiting()]).toEqual([[waiting.scan.id], false]);
});

test("a phone is not paired anew while the server cannot be reached; a refusal does not hinder it", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(sendWaiting("quay", open)).rejects.toMatchObject({ status: 0 });
  vi.stubGlobal("fetch", async () => Response.json({ _data: [{ _code: "not_authorized" }] }, { status: 401 }));
  await sendWaiting("quay", open);
  expect(isWaiting()).toBe(true);
});
