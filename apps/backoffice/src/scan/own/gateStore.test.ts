import { expect, test } from "vitest";
import { GateStore, type GateDatabase, type KeptScan, type ListReply } from "../gateStore.ts";

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

/** A browser that refuses databases, as in private browsing or where storage is blocked. */
const refused = async (): Promise<GateDatabase> => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

test("a gate without a database reads nothing and stores nothing, and says so", async () => {
  const stores = await GateStore.open("quay", refused);
  expect([await stores.kept(), await stores.lists(), await stores.scans()]).toEqual([
    { offset: 0, listAt: null },
    [],
    undefined,
  ]);
  await stores.keepScan(waiting);
  await stores.keep({ offset: 0, listAt: null });
  await stores.forgetScans([waiting.scan.id]);
  expect([await stores.hasList(), stores.hasFailed]).toEqual([true, true]);
});

test("what could not be stored is, once the browser allows a database", async () => {
  const opened = database(true, true);
  let open = refused;
  const stores = await GateStore.open("quay", () => open());
  await stores.keepScan(waiting);
  open = async () => opened;
  await stores.keep({ offset: 0, listAt: null });
  await stores.keepScan();
  expect([opened.stored.at(-1), stores.hasFailed]).toEqual([waiting, false]);
});

test("a list that could not be stored is said to be so, and the stored one is none after a reload", async () => {
  const put: unknown[] = [];
  const full = {
    put: async (_: string, value: unknown) => void put.push(value),
    add: async () => Promise.reject(new DOMException("No room", "QuotaExceededError")),
    transaction: () => ({
      store: { clear: async () => undefined, add: async () => undefined },
      done: Promise.reject(new DOMException("No room", "QuotaExceededError")),
    }),
    count: async () => 1,
  } as unknown as GateDatabase;
  const stores = new GateStore(full, async () => full);
  await stores.replaceList({} as ListReply);
  await stores.keep({ offset: 0, listAt: Date.parse(now) });
  expect([put, stores.hasFailed, await stores.hasList()]).toEqual([[{ offset: 0, listAt: null }], true, true]);
});

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
