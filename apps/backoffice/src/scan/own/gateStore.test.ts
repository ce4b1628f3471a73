import { expect, test } from "vitest";
import { GateStore, type GateDatabase, type KeptScan } from "../gateStore.ts";

const now = "2027-03-02T10:00:00Z";
const waiting: KeptScan = {
  scan: { id: "0c0d7a34-0000-4000-8000-000000000001", at: now, offset_ms: 0, direction: "in" },
  subject: "0c0d7a34-0000-4000-8000-000000000002",
  let_in: true,
  at: Date.parse(now),
  sentAt: null,
};

/** A database whose changes succeed or fail in turn. */
const database = (...outcomes: readonly boolean[]): GateDatabase & { readonly stored: unknown[] } => {
  const left = [...outcomes];
  const stored: unknown[] = [];
  const put = async (_: string, value: unknown): Promise<void> => {
    if (left.shift() === false) throw new DOMException("The connection is closing.", "InvalidStateError");
    stored.push(value);
  };
  return { put, stored } as unknown as GateDatabase & { readonly stored: unknown[] };
};

test("a scan is stored in the database that is opened again, if the first one was closed meanwhile", async () => {
  const again = database(true);
  const stores = new GateStore(database(false), async () => again);
  await stores.keepScan(waiting);
  expect([again.stored, stores.hasFailed]).toEqual([[waiting], false]);
});

test("a scan that could not be stored is said to be so until it is, whatever else can be stored", async () => {
  const other = { ...waiting, scan: { ...waiting.scan, id: "0c0d7a34-0000-4000-8000-000000000009" } };
  const full = database(false, false, true, true, true);
  const stores = new GateStore(full, async () => full);
  await stores.keepScan(waiting);
  await stores.keep({ offset: 0, listAt: null });
  expect(stores.hasFailed).toBe(true);
  await stores.keepScan(other);
  expect([full.stored.slice(1), stores.hasFailed]).toEqual([[waiting, other], false]);
});

test("a device that cannot store a scan says so until it can", async () => {
  const full = database(false, false, true);
  const stores = new GateStore(full, async () => full);
  await stores.keepScan(waiting);
  expect([full.stored, stores.hasFailed]).toEqual([[], true]);
  await stores.keepScan(waiting);
  expect([full.stored, stores.hasFailed]).toEqual([[waiting], false]);
});
