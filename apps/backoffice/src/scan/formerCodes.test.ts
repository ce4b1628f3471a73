import { createHash, createHmac } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { decideOnDevice, newScan } from "./decideOnDevice.ts";
import { GateList } from "./gateList.ts";
import type { GateState, ListReply } from "./gateStore.ts";

const key = Buffer.alloc(32, 7);
const macOf = (text: string | Buffer) => createHmac("sha256", key).update(text).digest().subarray(0, 10);
const formerHash = (code: string) => createHash("sha256").update(code).digest();

const reply: ListReply = {
  now: "2027-03-02T10:00:00Z",
  today: "2027-03-02",
  key: key.toString("base64"),
  sessions: [],
  types: [],
  scanners: [],
  count: 0,
  tickets: "",
  orders: "",
  replaced: Buffer.concat([macOf(formerHash("AB12CD")), macOf(formerHash("EF34GH"))]).toString("base64"),
};
const list = new GateList();
beforeAll(() => list.add(reply));

test.each([
  ["AB12CD", true],
  ["ef34 gh", true],
  ["AB12CE", false],
])("%s is a former code: %s", async (code, expected) => expect(await list.hasReplaced(code)).toBe(expected));

test("a list from before former codes were stored has none", async () => {
  const { replaced: _replaced, ...older } = reply;
  const before = new GateList();
  await before.add(older);
  expect(await before.hasReplaced("AB12CD")).toBe(false);
});

const state = { settings: { unlisted: true }, sessions: [], events: [] } as unknown as GateState;
const decide = (isFormerCode: boolean, more: object = {}) =>
  decideOnDevice(newScan({ direction: "in", code: "AB12CD", ...more }, { offset: 0 }), [], {
    state,
    now: Date.parse(reply.now),
    listAt: Date.parse(reply.now),
    direction: "in",
    isFormerCode,
  });

test("offline, a former code is answered No and admits nobody", () => {
  expect(decide(true).answer).toMatchObject({ shown: "no", reason: "replaced", may_admit: false });
  expect(decide(true, { admit: "not_listed" }).kept).toMatchObject({ let_in: false });
});

test("gate staff can admit a code that is not in the list if the seller allows it", () => {
  expect(decide(false).answer).toMatchObject({ shown: "look", reason: "not_listed", may_admit: true });
  expect(decide(false, { admit: "not_listed" }).kept).toMatchObject({ let_in: true, scan: { code: "AB12CD" } });
});
