import { expect } from "vitest";
import { createTestUser, type TestUser } from "../accounts/members.ts";
import { joinAsMember, type JoinedMember, type RenewalShop } from "../accounts/renewals.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { TestBuyer, cards } from "../shop/testBuyer.ts";
import type { OfficeBrowser } from "./testStaff.ts";

export type Person = JoinedMember & { readonly user: TestUser };
type Details = NonNullable<Parameters<typeof createTestUser>[2]>;

/** A person with an account, an auto-renewing membership, and an order of tickets. */
export const createPerson = async (server: TestApp, at: RenewalShop, details: Details = {}): Promise<Person> => {
  const user = await createTestUser(server.db, at.shop, details);
  const joined = await joinAsMember(server, at, { user });
  const buyer = new TestBuyer(server, at.shop, user.cookie);
  await buyTickets(buyer, user.email);
  return { ...joined, user };
};

export const buyTickets = async (buyer: TestBuyer, email: string): Promise<string> => {
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const { body } = await buyer.checkOut(cart, { identity: { first_name: "Ada", last_name: "Lovelace", email } });
  expect(body.outcome).toBe("completed");
  return body.ticket_order._data[0].id;
};

export const compare = (browser: OfficeBrowser, membership_id: string, other: string): Promise<TestResponse> =>
  browser.get(`/members/${membership_id}/merge?other=${other}`);

export const keepOwn = { name: "kept", email: "kept", phone: "kept", address: "kept" } as const;

/** Prepares a merge, based on the current comparison. */
export const prepareMerge = async (
  browser: OfficeBrowser,
  membership_id: string,
  other: string,
  more: object = {},
): Promise<(headers?: Readonly<Record<string, string>>) => Promise<TestResponse>> => {
  const { body } = await compare(browser, membership_id, other);
  const sent = { other, keep: "one", version: body.version, fields: keepOwn, reason: "Same person", ...more };
  return (headers = {}) => browser.post(`/members/${membership_id}/merge`, sent, { headers });
};

/** Columns that refer to an identity, with the number of such rows. */
export const rowsNaming = async (
  { db }: Pick<TestApp, "db">,
  columns: readonly string[],
  identity_id: string,
): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const name of columns) {
    const [table = "", column = ""] = name.split(".");
    const rows = await db
      .selectFrom(table as "cart")
      .select((eb) => eb.fn.countAll<string>().as("n"))
      .where(column as "identity_id", "=", identity_id)
      .execute();
    const n = Number(rows[0]?.n ?? 0);
    if (n > 0) counts[name] = n;
  }
  return counts;
};
