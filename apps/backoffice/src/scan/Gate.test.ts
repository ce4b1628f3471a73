import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { Gate } from "./Gate.ts";
import type { GateState, GateStore, Kept, KeptScan } from "./gateStore.ts";

const now = "2027-03-02T10:00:00Z";
const state: GateState = {
  now,
  today: "2027-03-02",
  timezone: "Europe/London",
  seller: "Quay Museum",
  name: "Main gate",
  is_device: true,
  ends_at: null,
  may_admit_anyway: false,
  supervisors: [],
  code_key: "",
  settings: {},
  events: [],
  sessions: [],
  on_site: 0,
  doubles: [],
};
const waiting: KeptScan = {
  scan: {
    id: "0c0d7a34-0000-4000-8000-000000000001",
    at: now,
    offset_ms: 0,
    direction: "in",
    ticket_id: "0c0d7a34-0000-4000-8000-000000000002",
    decided: { shown: "welcome", reason: null, let_in: true },
  },
  subject: "0c0d7a34-0000-4000-8000-000000000002",
  let_in: true,
  at: Date.parse(now),
  sentAt: null,
};

const emptyList = { key: "AAAA", sessions: [], types: [], scanners: [], count: 0, tickets: "", orders: "" };

let kept: Kept | undefined;
let scans: Map<string, KeptScan>;
/** What the device stores, in memory. */
const store = () =>
  ({
    hasFailed: false,
    kept: async () => kept ?? { offset: 0, listAt: null },
    keep: async (one: Kept) => void (kept = one),
    lists: async () => [],
    hasList: async () => true,
    replaceList: async () => undefined,
    addDelta: async () => undefined,
    scans: async () => [...scans.values()],
    keepScan: async (one: KeptScan) => void scans.set(one.scan.id, one),
    forgetScans: async (ids: readonly string[]) => {
      for (const id of ids) scans.delete(id);
    },
    wipe: async () => void (kept = undefined),
  }) as unknown as GateStore;

/** The scans of each request, and what the server replies to them. */
let sent: ScanSent[][];
let reply: (scans: readonly ScanSent[]) => object;
const answerTo = ({ id, direction }: ScanSent): Partial<GateAnswer> => ({
  id,
  shown: "welcome",
  reason: null,
  counts: direction === "undo" ? "undo" : "entry",
  subject: null,
  choices: [],
});

const stopping = new AbortController();
const startedGate = async (): Promise<Gate> => {
  const gate = new Gate(store(), "quay");
  await gate.start(stopping.signal);
  return gate;
};
beforeEach(() => {
  kept = { state, offset: 0, listAt: Date.parse(now) };
  scans = new Map();
  sent = [];
  reply = (all) => ({ answers: all.map(answerTo), errors: [], is_ended: false, now });
  vi.useFakeTimers({ now: Date.parse(now), toFake: ["Date", "setInterval", "clearInterval"] });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    if (!url.includes("/gate/scans")) throw new TypeError("Failed to fetch");
    const { scans: all } = JSON.parse(body as string) as { scans: ScanSent[] };
    sent.push(all);
    return Response.json(reply(all));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a device that was ended stops at its next scan, and deletes its list", async () => {
  const gate = await startedGate();
  reply = (all) => ({
    answers: [],
    errors: all.map(({ id }, index) => ({ index, id, code: "device_ended", fields: [] })),
    is_ended: true,
    now,
  });
  await gate.scan({ code: "AB12CD", direction: "in" });
  expect(gate.view).toMatchObject({ stopped: "ended", state: undefined, listAt: null });
  expect(kept).toBeUndefined();
});

test("a check-in that waits is undone after it was sent", async () => {
  scans.set(waiting.scan.id, waiting);
  let isReachable = false;
  const answered = reply;
  reply = (all) => {
    if (!isReachable) throw new TypeError("Failed to fetch");
    return answered(all);
  };
  const gate = await startedGate();
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  isReachable = true;
  window.dispatchEvent(new Event("online"));
  sent = [];
  expect(await gate.undo(waiting.scan.id)).toMatchObject({ shown: "welcome", counts: "undo" });
  await gate.contact();
  await vi.waitFor(() => expect([...scans.values()].every(({ sentAt }) => sentAt !== null)).toBe(true));
  expect(sent.flat().map(({ direction }) => direction)).toEqual(["in", "undo"]);
});

test("scans whose request is never answered are sent again", async () => {
  vi.useFakeTimers({ now: Date.parse(now) });
  scans.set(waiting.scan.id, waiting);
  const answering = fetch;
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string, request: RequestInit) => {
    asked.push(url);
    return url.includes("/gate/scans") && asked.length === 1 ? new Promise(() => undefined) : answering(url, request);
  });
  const gate = await startedGate();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([sent.length, gate.view.waiting]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([sent.length, gate.view.waiting]).toEqual([1, 0]);
});

const refused = (status: number, code: string): Response =>
  Response.json({ _data: [{ _code: code, _description: "Refused." }] }, { status });
test.each([
  ["the page of a proxy that finds no server", () => new Response("default backend - 404", { status: 404 })],
  ["the page of a firewall", () => new Response("<h1>Forbidden</h1>", { status: 403 })],
  ["the same call that is still being answered", () => refused(409, "request_in_progress")],
  ["too many calls", () => refused(429, "too_many_requests")],
])("after %s the device decides by its list, and keeps it", async (_, response) => {
  vi.stubGlobal("fetch", async () => response());
  const gate = await startedGate();
  expect(await gate.scan({ code: "AB12CD", direction: "in" })).toMatchObject({ reason: "not_listed" });
  await gate.contact();
  expect(gate.view).toMatchObject({ stopped: undefined, isOnline: false, waiting: 1 });
  expect(kept).toBeDefined();
});

test("a refusal of the server itself stops the device, which deletes its list", async () => {
  vi.stubGlobal("fetch", async () => refused(403, "access_denied"));
  const gate = await startedGate();
  await gate.contact();
  expect([gate.view.stopped, kept]).toEqual(["not_allowed", undefined]);
});

test("a device that has stopped by its own clock, which was wrong, scans again once the server says so", async () => {
  kept = { state: { ...state, ends_at: "2027-03-02T22:00:00Z" }, offset: 0, listAt: Date.parse(now) };
  vi.setSystemTime(Date.parse(now) + 36 * 3_600_000);
  const gate = await startedGate();
  expect(gate.view.stopped).toBe("ended");
  vi.stubGlobal("fetch", async () => Response.json({ ...state, ...emptyList }));
  await vi.waitFor(async () => {
    await gate.contact();
    expect(gate.view).toMatchObject({ stopped: undefined, isClockWrong: true, state: { name: "Main gate" } });
  });
});

const hour = 3_600_000;
/** The corrected time of the last scan that waits on the device. */
const timeOfLastScan = (): number => [...scans.values()].at(-1)?.at ?? Number.NaN;

test.each([
  ["while the page is open", (): Promise<Gate> => startedGate(), -3 * hour],
  ["before the page is loaded again", async () => (vi.setSystemTime(Date.parse(now) - 3 * hour), startedGate()), 0],
])("a clock that is put back without a network counts as the server last said: %s", async (_, start, jump) => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const gate = await start();
  vi.setSystemTime(Date.now() + jump);
  await gate.scan({ code: "AB12CD", direction: "in" });
  expect(timeOfLastScan()).toBeGreaterThanOrEqual(Date.parse(now));
  expect(timeOfLastScan()).toBeLessThan(Date.parse(now) + 60_000);
  expect(gate.view).toMatchObject({ isClockWrong: true, waiting: 1 });
});

test("a clock that is put forward without a network, and right again, leaves later scans at their time", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const gate = await startedGate();
  vi.setSystemTime(Date.parse(now) + hour);
  await gate.scan({ code: "AB12CD", direction: "in" });
  expect(timeOfLastScan()).toBe(Date.parse(now) + hour);
  vi.setSystemTime(Date.parse(now) + 1000);
  await gate.scan({ code: "EF34AB", direction: "in" });
  expect(timeOfLastScan()).toBe(Date.parse(now) + 1000);
  expect(gate.view.isClockWrong).toBe(false);
});

test("a list that takes longer than until the next contact is read once", async () => {
  vi.useFakeTimers({ now: Date.parse(now) });
  let lists = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    if (!url.includes("/gate/list")) return Response.json(state);
    lists++;
    return new Promise(() => undefined);
  });
  await startedGate();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(lists).toBe(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(lists).toBe(2);
});

test("scans that another tab of this device has stored are sent, and no code stays once they are", async () => {
  const gate = await startedGate();
  scans.set(waiting.scan.id, { ...waiting, scan: { ...waiting.scan, code: "a".repeat(64) } });
  await vi.waitFor(async () => {
    await gate.contact();
    expect(sent.flat()).toMatchObject([{ id: waiting.scan.id }]);
  });
  expect([...scans.values()].map(({ sentAt, scan }) => [sentAt === null, scan.code])).toEqual([[false, undefined]]);
});

test("a code that is not in the list and was let in here is said to be in", async () => {
  kept = { state: { ...state, settings: { unlisted: true } }, offset: 0, listAt: Date.parse(now) };
  vi.stubGlobal("navigator", { onLine: false });
  const gate = await startedGate();
  const scanned = { code: "ab12cd", direction: "in" } as const;
  expect(await gate.scan(scanned)).toMatchObject({ reason: "not_listed", already: null });
  const { id } = (await gate.scan({ ...scanned, admit: "not_listed" })) as GateAnswer;
  const again = { ...scanned, code: "AB12CD" };
  expect(await gate.scan(again)).toMatchObject({ reason: "not_listed", already: { by: "Main gate" } });
  await gate.undo(id);
  expect(await gate.scan(again)).toMatchObject({ already: null });
});

/** A gate that has let somebody in with a ticket, whose list contains that, and that has no network since. */
const gateWithListedEntry = async () => {
  const answered = fetch;
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
    if (url.includes("/gate/scans")) return answered(url, request);
    return Response.json({ ...state, ...emptyList, now: new Date().toISOString() });
  });
  const subject = { kind: "ticket", id: waiting.subject };
  reply = (all) => ({
    answers: all.map((one) => ({ ...answerTo(one), subject })),
    errors: [],
    is_ended: false,
    now,
  });
  const gate = await startedGate();
  const { id } = (await gate.scan({ code: "AB12CD", direction: "in" })) as GateAnswer;
  vi.setSystemTime(Date.parse(now) + 30_000);
  await vi.waitFor(async () => {
    await gate.contact();
    expect([...scans.values()].map(({ isListed }) => isListed)).toEqual([true]);
  });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("navigator", { onLine: false });
  return { gate, id };
};

test("without a network, an entry that the list contains is undone on the device, too", async () => {
  const { gate, id } = await gateWithListedEntry();
  expect(await gate.undo(id)).toMatchObject({ shown: "welcome", counts: "undo" });
  expect([...scans.values()]).toMatchObject([{ subject: waiting.subject, reverts: "entry", sentAt: null }]);
});

test("without a network, an entry of more than ten minutes ago is not said to be undone", async () => {
  const { gate, id } = await gateWithListedEntry();
  vi.setSystemTime(Date.parse(now) + 10 * 60_000 + 1000);
  expect(await gate.undo(id)).toMatchObject({ shown: "no", reason: "undo_refused", counts: "refused" });
  expect([...scans.values()].map(({ scan }) => scan.direction)).toEqual(["in"]);
});

const alreadyIn = { reason: "already_in", subject: { id: waiting.subject } } as unknown as GateAnswer;

test("after a reload, an entry that the list contains is undone by the same device for ten minutes", async () => {
  const { id } = await gateWithListedEntry();
  const gate = await startedGate();
  expect([gate.entryToUndo(alreadyIn), gate.lastToUndo(), gate.view.waiting]).toEqual([id, [id], 0]);
  vi.setSystemTime(Date.parse(now) + 10 * 60_000 + 1000);
  expect([gate.entryToUndo(alreadyIn), gate.lastToUndo()]).toEqual([undefined, undefined]);
  vi.setSystemTime(Date.parse(now) + 9 * 60_000);
  expect(await gate.undo(id)).toMatchObject({ shown: "welcome", counts: "undo" });
  expect([...scans.values()]).toMatchObject([{ scan: { undoes: id }, reverts: "entry", sentAt: null }]);
  const again = await startedGate();
  expect([again.entryToUndo(alreadyIn), again.lastToUndo()]).toEqual([undefined, undefined]);
});

test("an entry that can no longer be undone is not stored any longer", async () => {
  await gateWithListedEntry();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => Response.json({ ...state, ...emptyList, now: new Date().toISOString() }));
  vi.setSystemTime(Date.parse(now) + 10 * 60_000 + 1000);
  const gate = await startedGate();
  await vi.waitFor(async () => {
    await gate.contact();
    expect(scans.size).toBe(0);
  });
});

const another = {
  ...waiting,
  scan: { ...waiting.scan, id: "0c0d7a34-0000-4000-8000-000000000003" },
  at: waiting.at + 1,
};
const undoOfFirst: KeptScan = {
  ...waiting,
  scan: { ...waiting.scan, id: "0c0d7a34-0000-4000-8000-000000000004", direction: "undo", undoes: waiting.scan.id },
  let_in: false,
};
/** The server reads no scan with this id, as one of another release, and leaves its undo for later. */
const unreadable =
  (id: string) =>
  (all: readonly ScanSent[]): object => ({
    answers: all.filter((one) => one.id !== id && one.undoes !== id).map(answerTo),
    errors: all.flatMap((one, index) => (one.id === id ? [{ index, id: null, code: "malformed", fields: [] }] : [])),
    is_ended: false,
    now,
  });

test("a scan that the server cannot read stays on the device with its undo, and the others are sent", async () => {
  for (const kept of [waiting, undoOfFirst, another]) scans.set(kept.scan.id, kept);
  reply = unreadable(waiting.scan.id);
  const gate = await startedGate();
  await vi.waitFor(() => expect(gate.view).toMatchObject({ waiting: 2, unreadable: 1 }));
  await gate.contact();
  const ofUndo = sent.flat().filter(({ direction }) => direction === "undo");
  expect([sent.length, ofUndo.length, scans.get(waiting.scan.id)?.sentAt]).toEqual([1, 1, null]);
  // The page of the next release sends it again.
  reply = (all) => ({ answers: all.map(answerTo), errors: [], is_ended: false, now });
  const next = await startedGate();
  await vi.waitFor(() => expect(next.view).toMatchObject({ waiting: 0, unreadable: 0 }));
});

test("a scan that the server cannot read is decided by the device, and said to be so", async () => {
  const gate = await startedGate();
  reply = (all) => unreadable(all[0]?.id ?? "")(all);
  expect(await gate.scan({ code: "AB12CD", direction: "in" })).toMatchObject({ shown: "look", reason: "not_listed" });
  await gate.contact();
  expect(gate.view).toMatchObject({ waiting: 1, unreadable: 1, isOnline: false });
});

test("a scan that the server has not recorded waits, and the counters are read all the same", async () => {
  scans.set(waiting.scan.id, waiting);
  const answered = fetch;
  vi.stubGlobal("fetch", async (url: string, request: RequestInit) =>
    url.includes("/gate/scans") ? answered(url, request) : Response.json({ ...state, ...emptyList, on_site: 7 }),
  );
  reply = () => ({ answers: [], errors: [], is_ended: false, now });
  const gate = await startedGate();
  await vi.waitFor(() => expect(gate.view).toMatchObject({ waiting: 1, isOnline: true, state: { on_site: 7 } }));
  expect(await gate.scan({ code: "AB12CD", direction: "in" })).toMatchObject({ reason: "not_listed" });
});

test("what a proxy answers as if all were well is no answer: the clock stays, and scans wait", async () => {
  scans.set(waiting.scan.id, waiting);
  vi.stubGlobal("fetch", async () => Response.json({ status: "ok" }));
  const gate = await startedGate();
  await gate.contact();
  expect(gate.view).toMatchObject({ isOnline: false, offset: 0, waiting: 1, stopped: undefined });
});

test("a clock that is known to be wrong is shown as such before there is a network", async () => {
  kept = { state, offset: -600_000, listAt: Date.parse(now) };
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  vi.setSystemTime(Date.parse(now) + 600_000);
  const gate = await startedGate();
  expect(gate.view).toMatchObject({ isOnline: false, isClockWrong: true, offset: -600_000 });
});

test("a device that cannot store a scan answers all the same, and says so", async () => {
  const gate = new Gate(Object.assign(store(), { hasFailed: true, keepScan: async () => undefined }), "quay");
  await gate.start(stopping.signal);
  expect(await gate.scan({ code: "AB12CD", direction: "in" })).toMatchObject({ shown: "welcome" });
  expect(gate.view.cannotStore).toBe(true);
});
