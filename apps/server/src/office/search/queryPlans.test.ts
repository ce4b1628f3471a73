import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { Connections } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findOrderNumbers } from "../desk/list/orderList.sql.ts";
import {
  codeByName,
  giftCardsByNumber,
  membersByNumber,
  membersOfOrders,
  nextSessions,
  purchasersOf,
  findSessionsOfDay,
} from "./search.sql.ts";

let connections: Connections;
beforeAll(async () => {
  connections = new Connections({ ...(await cloneDatabase()).app, max: 1 });
  // A plan then scans a table only if no index can be used.
  await connections.acrossSellers().executeQuery(CompiledQuery.raw("set enable_seqscan = off"));
});
afterAll(() => connections.close());

type Place = Pick<StaffContext, "db" | "seller">;

/** The plan of a statement for the server's own role, so that row policies apply. */
const planOf = async (ask: (place: Place) => Promise<unknown>): Promise<string> => {
  const lines: string[] = [];
  const seller = { id: newId() } as StaffContext["seller"];
  const db = connections.forSeller(seller.id);
  const executor = db.getExecutor();
  const explaining = {
    executeQuery: async (query: CompiledQuery) => {
      const explained = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
      const { rows } = await db.executeQuery(explained);
      lines.push(...rows.map((row) => Object.values(row as object).join("")));
      return { rows: [] };
    },
    compileQuery: executor.compileQuery.bind(executor),
    transformQuery: executor.transformQuery.bind(executor),
  };
  const pipeline = { ...explaining, getExecutor: () => explaining };
  await ask({ db: pipeline as unknown as Place["db"], seller });
  return lines.join("\n");
};

const limit = 6;
test.each<[string, (place: Place) => Promise<unknown>]>([
  ["purchasers of orders", (place) => purchasersOf(place, [1, 2])],
  ["members of orders", (place) => membersOfOrders(place, { order_numbers: [1, 2], limit })],
  ["a member's number", (place) => membersByNumber(place, { member_number: "7A", scan_code: "7A", limit })],
  ["the next sessions of an event", (place) => nextSessions(place, { event_template_id: newId(), limit })],
  ["the sessions of a day", (place) => findSessionsOfDay(place, { day: "2027-06-12", limit })],
  ["a promo code", (place) => codeByName(place, "summer")],
  ["a gift card", (place) => giftCardsByNumber(place, { normalized: "GIFT", limit })],
])("%s: no table is read from end to end", async (_, ask) => {
  const plan = await planOf(ask);
  expect(plan).toContain("Index Cond");
  expect(plan).not.toContain("Seq Scan");
});

test.each([
  ["the end of a telephone number", { names: [], phone: "32100900" }],
  ["the beginning of a name", { names: ["ada"] }],
  ["the beginning of an e-mail address", { names: [], email: "ada@" }],
])("orders by %s are read by a range of the index, behind row policies too", async (_, words) => {
  const plan = await planOf((place) =>
    findOrderNumbers(place, { filter: {}, found: { words, numbers: [] }, after: undefined, limit }),
  );
  expect(plan).toMatch(/Index Cond: .*\(kind = .*\(word >= .*\(word < /);
  expect(plan).not.toContain("Seq Scan");
});
