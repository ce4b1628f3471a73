import { CompiledQuery, sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { Connections } from "../../db/connections.ts";
import { newId } from "../../db/newId.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { selectMembers, type MemberFilter, type SoughtMembers, type WantedMembers } from "./memberList.sql.ts";
import { findMemberAccounts } from "./accounts/accounts.sql.ts";
import { historyOfTerms, lastMemberChange } from "./history/memberHistory.sql.ts";
import { findCardPerson, memberVersion, termsOfPerson } from "./memberPerson.sql.ts";
import {
  consentsOf,
  emailsOfPerson,
  giftCardsOfPerson,
  ordersOfPerson,
  partiesOfOrders,
  usesOfTerms,
  visitsOf,
} from "./memberRecords.sql.ts";
import { notesOfOrders, ordersOfPurchaser } from "../desk/person/person.sql.ts";
import { searchPersons } from "./merge/mergePersons.sql.ts";

let connections: Connections;
beforeAll(async () => {
  connections = new Connections({ ...(await cloneDatabase()).app, max: 1 });
  // A plan then scans a table, or sorts rows that an index has in order, only if no index can be used.
  for (const setting of ["enable_seqscan", "enable_sort"])
    await connections.acrossSellers().executeQuery(CompiledQuery.raw(`set ${setting} = off`));
});
afterAll(() => connections.close());

type Desk = Pick<StaffContext, "db" | "seller">;

/** The plan of a statement for the server's own role, so that row policies apply. */
const planOf = async (
  ask: (desk: Desk) => Promise<unknown>,
  at: { readonly connections: Connections; readonly seller_id: string } = { connections, seller_id: newId() },
): Promise<string> => {
  const lines: string[] = [];
  const seller = { id: at.seller_id, timezone: "America/New_York" } as StaffContext["seller"];
  const db = at.connections.forSeller(seller.id);
  const explain = async ({ sql: text, parameters }: CompiledQuery) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
    lines.push(...rows.map((row) => Object.values(row as object).join("")));
    return { rows: [] };
  };
  const executor = new Proxy(db.getExecutor(), {
    get: (target, name) => (name === "executeQuery" ? explain : Reflect.get(target, name).bind(target)),
  });
  await ask({ db: { getExecutor: () => executor, executeQuery: explain } as unknown as Desk["db"], seller });
  return lines.join("\n");
};

const list =
  (filter: MemberFilter, terms?: SoughtMembers, more: Partial<Pick<WantedMembers, "sort" | "after">> = {}) =>
  (desk: Desk) =>
    selectMembers(desk, { filter, terms, sort: undefined, after: undefined, ...more, limit: 51 });

/** The part of a plan that finds the page of cards. The page's own names and orders are sorted afterwards. */
const pagePart = (plan: string): string => plan.slice(plan.indexOf("CTE m"), plan.indexOf("->  CTE Scan on m"));

test.each<[string, MemberFilter, string]>([
  ["all", {}, "membership_end"],
  ["those in force", { state: "active" }, "membership_end"],
  ["those that have ended", { state: "ended" }, "membership_end"],
  ["those that were cancelled", { state: "cancelled" }, "membership_cancelled"],
  ["those of a level", { level: newId() }, "membership_level_end"],
  ["those that end soon", { ends_from: "2027-01-01", ends_to: "2027-01-31" }, "membership_end"],
])("a page of %s is read from an index in its order", async (_, filter, index) => {
  const plan = await planOf(list(filter, undefined, { after: `2027-06-01T00:00:00Z_${newId()}` }));
  expect(plan).toContain(`using ${index} on membership`);
  expect(plan).not.toContain("Seq Scan");
  expect(pagePart(plan)).not.toContain("Sort");
});

const people = ({ db, seller }: Desk) =>
  searchPersons(
    db,
    seller.id,
    {
      number: "7A",
      order_numbers: [1],
      zip_codes: ["SW1A 2AA"],
      email: "ada@example.org",
      name_words: ["Lovelace"],
      phone_beginnings: ["2125550142"],
    },
    21,
  );

test("accounts are found by name and by telephone number with an index for each", async () => {
  const { owner, app } = await cloneDatabase();
  const filled = new Connections({ ...app, max: 1 });
  try {
    const { seller_id } = await createTestShop(filled.acrossSellers());
    await sql`insert into identity (seller_id, id, kind, first_name, last_name, phone)
      select ${seller_id}::uuid, gen_random_uuid(), 'user', 'First' || n, 'Last' || n, '+1212555' || n from generate_series(1000, 4000) n
      returning true`.execute(filled.acrossSellers());
    const client = new Client(owner);
    await client.connect();
    await client.query("vacuum analyze identity").finally(() => client.end());
    const plan = await planOf(people, { connections: filled, seller_id });
    for (const name of ["first_name", "last_name", "phone"])
      expect(plan).toMatch(
        new RegExp(
          `identity_user_${name} .*\\n\\s*Index Cond: .*seller_id = .*${name}\\)::text >= .*${name}\\)::text < `,
        ),
      );
  } finally {
    await filled.close();
  }
});

const nothing: SoughtMembers = { number: undefined, order_numbers: [], zip_codes: [], account_ids: [] };
test.each<[string, (desk: Desk) => Promise<unknown>]>([
  ["a member number", list({}, { ...nothing, number: "7A" })],
  ["orders", list({}, { ...nothing, order_numbers: [1, 2] })],
  ["a post code", list({}, { ...nothing, zip_codes: ["SW1A 2AA", "SW1A2AA"] })],
  ["accounts", list({}, { ...nothing, account_ids: [newId()] })],
  [
    "accounts of members",
    ({ db, seller }) =>
      findMemberAccounts(db, seller.id, {
        email: "ada@example.org",
        name_words: ["Lovelace"],
        phone_beginnings: ["2125550142"],
      }),
  ],
  ["people to merge with", people],
  ["a person", ({ db, seller }) => findCardPerson(db, seller.id, newId())],
  ["terms", ({ db, seller }) => termsOfPerson(db, seller.id, { identity_id: newId(), member_number: "7A" }, 100)],
  ["the version", ({ db, seller }) => memberVersion(db, seller.id, { identity_id: newId(), member_number: "7A" })],
  ["parties", ({ db, seller }) => partiesOfOrders(db, seller.id, [newId()])],
  ["uses", ({ db, seller }) => usesOfTerms(db, seller.id, [newId()])],
  [
    "orders of a person",
    ({ db, seller }) => ordersOfPerson(db, seller.id, { identity_id: newId(), order_ids: [newId()], limit: 100 }),
  ],
  ["visits", ({ db, seller }) => visitsOf(db, seller.id, { ids: [newId()], order_ids: [newId()], limit: 100 })],
  [
    "gift cards",
    ({ db, seller }) =>
      giftCardsOfPerson(db, seller.id, { order_ids: [newId()], email_word: "ada@example.org", limit: 100 }),
  ],
  ["e-mails", ({ db, seller }) => emailsOfPerson(db, seller.id, { ids: [newId()], order_ids: [newId()], limit: 100 })],
  [
    "orders of a purchaser",
    ({ db, seller }) =>
      ordersOfPurchaser(db, seller.id, { order_id: newId(), email: "a@b.example", word: "a@b.example", limit: 101 }),
  ],
  ["notes", ({ db, seller }) => notesOfOrders(db, seller.id, [newId()], 100)],
  ["consents", ({ db, seller }) => consentsOf(db, seller.id, { ids: [newId()], order_ids: [newId()], limit: 100 })],
  ["history", ({ db, seller }) => historyOfTerms(db, seller.id, [newId()], 100)],
  ["the last change", ({ db, seller }) => lastMemberChange(db, seller.id, newId())],
])("%s: no table is read from end to end", async (_, ask) => {
  const plan = await planOf(ask);
  expect(plan).toContain("Index Cond");
  expect(plan).not.toContain("Seq Scan");
});
