import { expect } from "vitest";
import { createGiftee } from "@foyer/contract/shop/login.ts";
import { indexOrders } from "../../src/modules/orders/search/indexOrders.ts";
import { joinAsMember, type JoinedMember, type JoinOptions, type RenewalShop } from "../accounts/renewals.ts";
import { buyMembership, membershipRequest } from "../accounts/membershipLevels.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { TestBrowser } from "../app/testBrowser.ts";
import { beginEmptyCart } from "../cart/cartShop.ts";
import { venueContext } from "../orders/venueChanges.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** A member with auto-renewal whom staff can find by search. */
export const joinAndIndex = async (
  server: TestApp,
  at: RenewalShop,
  options: JoinOptions = {},
): Promise<JoinedMember & { readonly order_number: number; readonly member_number: string }> => {
  const joined = await joinAsMember(server, at, options);
  const ctx = await venueContext(server, at.shop);
  while ((await indexOrders(ctx)) > 0);
  const { order_number, member_number } = await server.db
    .selectFrom("membership as m")
    .innerJoin("ticket_order as o", (on) =>
      on.onRef("o.seller_id", "=", "m.seller_id").onRef("o.id", "=", "m.ticket_order_id"),
    )
    .select(["o.order_number", "m.member_number"])
    .where("m.id", "=", joined.membership_id)
    .executeTakeFirstOrThrow();
  return { ...joined, order_number: Number(order_number), member_number };
};

/** A member's page, as staff see it now. */
export const memberPage = async (browser: OfficeBrowser, id: string): Promise<TestResponse["body"]> => {
  const { status, body } = await browser.get(`/members/${id}`);
  expect(status).toBe(200);
  return body;
};

/** Changes a membership, based on its current page. */
export const changeMember = async (
  browser: OfficeBrowser,
  id: string,
  path: string,
  body: object = {},
): Promise<TestResponse> => {
  const { version } = await memberPage(browser, id);
  return browser.post(`/members/${id}/${path}`, { version, reason: "Asked on the phone", ...body });
};

export const giftee = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };

/** The gift membership of an order, as staff see it now. */
export const giftOf = async ({ db }: TestApp, clerk: OfficeBrowser, order_id: string) => {
  const { gifts } = (await clerk.get("/gift_memberships")).body;
  const { order_number } = await db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  return gifts.find((gift: { order_number: number }) => gift.order_number === Number(order_number));
};

/** Buys a membership as a gift for `giftee`. */
export const buyGift = async (server: TestApp, at: RenewalShop, clerk: OfficeBrowser) => {
  const browser = new TestBrowser(server, at.shop);
  await beginEmptyCart(browser, at.shop);
  const { body } = await browser.call(createGiftee, giftee);
  const wanted = membershipRequest(at.levels, at.levels.individual, {
    people: [{ type: 0 }],
    action: "gift",
    giftee_identity_id: body.identity_id,
  });
  const { order_id } = await buyMembership(server, at.shop, wanted, { cookie: browser.cookie ?? "" });
  return { order_id, gift: await giftOf(server, clerk, order_id) };
};

type CopiedMember = {
  readonly member_number: string;
  readonly holder_name?: string | null;
  readonly valid_from?: string;
  readonly valid_to?: string | null;
  readonly created_at?: string;
};

/** Returns a function that stores copies of a membership, each with a ticket of its own, and returns their ids. */
export const memberCopies = async (
  { db }: TestApp,
  { seller_id }: { readonly seller_id: string },
  membership_id: string,
): Promise<(copies: readonly CopiedMember[]) => Promise<readonly string[]>> => {
  const member = await db
    .selectFrom("membership")
    .selectAll()
    .where("seller_id", "=", seller_id)
    .where("id", "=", membership_id)
    .executeTakeFirstOrThrow();
  const ticket = await db
    .selectFrom("ticket")
    .selectAll()
    .where("seller_id", "=", seller_id)
    .where("id", "=", member.ticket_id)
    .executeTakeFirstOrThrow();
  return async (copies) => {
    const rows = copies.map((copy) => ({ copy, id: crypto.randomUUID(), ticket_id: crypto.randomUUID() }));
    await db
      .insertInto("ticket")
      .values(rows.map(({ ticket_id }) => ({ ...ticket, id: ticket_id, scan_code: ticket_id })) as never)
      .execute();
    const benefits = JSON.stringify(member.benefits);
    await db
      .insertInto("membership")
      .values(
        rows.map(({ copy, id, ticket_id }) => ({
          ...member,
          ...copy,
          id,
          ticket_id,
          scan_code: id,
          benefits,
        })) as never,
      )
      .execute();
    return rows.map(({ id }) => id);
  };
};
