import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { packTickets } from "@foyer/rules/admission/packedList.ts";
import { sentTicket } from "../../../test/listedTicket.ts";
import type { ListReply } from "../gateStore.ts";
import { CurrentList } from "./CurrentList.ts";

const today = "2027-03-02";
const ids = ["0c0d7a34-0000-4000-8000-000000000001", "0c0d7a34-0000-4000-8000-000000000002"] as const;
const listOf = (codes: Readonly<Record<string, string>>, { seed = 7, count = 0, now = "10:00" } = {}): ListReply => {
  const key = Buffer.alloc(32, seed);
  const tickets = Object.entries(codes).map(([id, code]) =>
    sentTicket({ id, mac: createHmac("sha256", key).update(code).digest("hex").slice(0, 20) }),
  );
  return {
    now: `${today}T${now}:00Z`,
    today,
    key: key.toString("base64"),
    sessions: ["ten"],
    types: [{ event_template_id: "e", venue_id: null, name: "Adult", admits: true, is_card: false, gate: {} }],
    scanners: [],
    count,
    tickets: Buffer.from(packTickets(tickets)).toString("base64"),
    orders: "",
    replaced: "",
    details: [],
  };
};

let stored: ListReply[];
const store = () => ({
  lists: () => Promise.resolve(stored),
  hasList: async () => stored.length > 0,
  replaceList: async (list: ListReply) => void (stored = [list]),
  addDelta: async (delta: ListReply) => void stored.push(delta),
});
beforeEach(() => void (stored = []));

/** Answers one call after the other, and records what was asked for. */
const server = (...replies: ListReply[]) => {
  const asked: (string | undefined)[] = [];
  const read = async (since?: string): Promise<ListReply> => {
    asked.push(since);
    const reply = replies.shift();
    if (!reply) throw new Error("nothing more was to be read");
    return reply;
  };
  return { asked, read };
};
const finds = async (list: CurrentList, code: string) => (await list.tickets.ofCode(code)).map(({ id }) => id);

test("a list is read whole at first, and then by what changed since", async () => {
  const list = new CurrentList(store());
  const { asked, read } = server(
    listOf({ [ids[0]]: "ONE" }, { count: 1 }),
    listOf({ [ids[1]]: "TWO" }, { count: 2, now: "10:01" }),
  );
  expect(await list.update(today, read)).toBe(`${today}T10:00:00Z`);
  expect(await list.update(today, read)).toBe(`${today}T10:01:00Z`);
  expect(asked).toEqual([undefined, `${today}T10:00:00Z`]);
  expect([await finds(list, "ONE"), await finds(list, "TWO")]).toEqual([[ids[0]], [ids[1]]]);
  expect(stored).toHaveLength(2);
});

test("a list without all tickets is read whole again", async () => {
  const list = new CurrentList(store());
  const whole = listOf({ [ids[0]]: "ONE", [ids[1]]: "TWO" }, { count: 2, now: "10:02" });
  const { asked, read } = server(listOf({ [ids[0]]: "ONE" }, { count: 1 }), listOf({}, { count: 2 }), whole);
  await list.update(today, read);
  expect(await list.update(today, read)).toBe(whole.now);
  expect(asked).toHaveLength(3);
  expect(stored).toEqual([whole]);
});

test("a list that was stored for another device or sign-in is read whole again, and finds its codes", async () => {
  stored = [listOf({ [ids[0]]: "ONE" }, { count: 1, seed: 1 })];
  const list = new CurrentList(store());
  await list.open();
  const { asked, read } = server(
    listOf({}, { count: 1, seed: 2, now: "10:01" }),
    listOf({ [ids[0]]: "ONE" }, { count: 1, seed: 2, now: "10:02" }),
  );
  await list.update(today, read);
  expect(asked).toEqual([`${today}T10:00:00Z`, undefined]);
  expect(await finds(list, "ONE")).toEqual([ids[0]]);
});

test("tickets are found while the whole list is read again", async () => {
  const list = new CurrentList(store());
  const first = server(listOf({ [ids[0]]: "ONE" }, { count: 1 }));
  await list.update(today, first.read);
  const found: (readonly string[])[] = [];
  const second = server(listOf({ [ids[0]]: "ONE" }, { count: 1 }));
  const reading = list.update("2027-03-03", second.read);
  for (let n = 0; n < 5; n++) found.push(await finds(list, "ONE"));
  await reading;
  expect(found).toEqual(Array.from({ length: 5 }, () => [ids[0]]));
});

test("a list that the browser has deleted is read whole again, so that nothing of it is missing after a reload", async () => {
  const list = new CurrentList(store());
  const whole = listOf({ [ids[0]]: "ONE", [ids[1]]: "TWO" }, { count: 2, now: "10:02" });
  const { asked, read } = server(listOf({ [ids[0]]: "ONE" }, { count: 1 }), whole);
  await list.update(today, read);
  stored = [];
  expect(await finds(list, "ONE")).toEqual([ids[0]]);
  expect(await list.update(today, read)).toBe(whole.now);
  expect([asked, stored]).toEqual([[undefined, undefined], [whole]]);
});
