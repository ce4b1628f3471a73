import { lastDayBefore, termEnd } from "@foyer/rules/catalog/purchaseTerm.ts";
import { keepPrice } from "../../../../test/orders/keepPrice.ts";
import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { newId } from "../../../db/newId.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { limitSession, createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  daysFromNow,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpLevels } from "../../../../test/accounts/setUpLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpLevels((opened) => void ({ server, shop, levels } = opened));

const family = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "William King" },
  { type: 2, name: "Byron King" },
  { type: 2, name: "Anne King" },
];
const hold = async (wanted: TicketRequest, more: { readonly cookie?: string } = {}) =>
  new TestBrowser(server, shop, more.cookie).call(createCart, { add: [wanted] });
const visit = (quantity = 1): TicketRequest => ticketLine(shop.event, quantity);

describe("a renewal", () => {
  const member = async (ends: string) => {
    const user = await createTestUser(server.db, shop);
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
      cookie: user.cookie,
    });
    const [made] = await readMemberships(server, order_id);
    if (!made) throw new Error("There is a membership.");
    await setTermEnd(server, made.id, ends);
    return { user, made };
  };
  const renewal = (renews_id: string) => membershipRequest(levels, levels.individual, { action: "renew", renews_id });

  test("a renewal before the end starts at the end, with the same card, leaves the previous term and counts its last day once", async () => {
    const ends = daysFromNow(10);
    const dayAfter = Temporal.PlainDate.from(lastDayBefore(ends, shop.timezone)).add({ days: 1 });
    const { user, made } = await member(ends);
    const { cart, order_id } = await buyMembership(server, shop, renewal(made.id), { cookie: user.cookie });
    expect(cart.membership_action).toBe("renew");
    const [next] = await readMemberships(server, order_id);
    expect(next).toMatchObject({
      valid_from: Temporal.Instant.from(ends).toString(),
      valid_to: termEnd(dayAfter, "P1Y", shop.timezone),
      renews_id: made.id,
      identity_id: user.identity_id,
      scan_code: made.scan_code,
      member_number: made.member_number,
    });
    const before = await server.db.selectFrom("membership").selectAll().where("id", "=", made.id).execute();
    expect(before).toMatchObject([{ valid_to: Temporal.Instant.from(ends).toString(), state: "active" }]);
  });

  test("a renewal after the end starts when it is paid", async () => {
    const { user, made } = await member(daysFromNow(-40));
    const { order_id } = await buyMembership(server, shop, renewal(made.id), { cookie: user.cookie });
    const [next] = await readMemberships(server, order_id);
    expect(Math.abs(Temporal.Instant.from(next?.valid_from ?? "").epochMilliseconds - Date.now())).toBeLessThan(20_000);
    expect(next?.renews_id).toBe(made.id);
  });

  test("a renewal may change the level", async () => {
    const { user, made } = await member(daysFromNow(5));
    const wanted = membershipRequest(levels, levels.family, { action: "renew", renews_id: made.id, people: family });
    const { order_id } = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    const next = await readMemberships(server, order_id);
    expect(next.map(({ renews_id, member_number }) => [renews_id, member_number === made.member_number])).toEqual([
      [made.id, true],
      [null, false],
      [null, false],
      [null, false],
    ]);
    expect(new Set(next.map(({ valid_from }) => valid_from)).size).toBe(1);
  });

  test("keeps the cards of a family, matched by address, name and position", async () => {
    const user = await createTestUser(server.db, shop);
    const first = await buyMembership(server, shop, membershipRequest(levels, levels.family, { people: family }), {
      cookie: user.cookie,
    });
    const before = await readMemberships(server, first.order_id);
    for (const { id } of before) await setTermEnd(server, id, daysFromNow(3));
    const people = [family[0]!, family[1]!, family[3]!, { type: 2, name: "Ralph King" }];
    const wanted = membershipRequest(levels, levels.family, {
      action: "renew",
      renews_id: before[0]?.id ?? "",
      people,
    });
    const { order_id } = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    const numbers = new Map(before.map(({ id, holder_name }) => [id, holder_name]));
    const next = await readMemberships(server, order_id);
    expect(next.map(({ holder_name, renews_id }) => [holder_name, numbers.get(renews_id ?? "")])).toEqual([
      ["Ada Lovelace", "Ada Lovelace"],
      ["William King", "William King"],
      ["Anne King", "Anne King"],
      ["Ralph King", undefined],
    ]);
  });

  test.each([
    ["before the renewal period", async () => member(daysFromNow(60))],
    [
      "of another member's membership",
      async () => ({ made: (await member(daysFromNow(1))).made, user: await createTestUser(server.db, shop) }),
    ],
    ["of an unknown membership", async () => ({ made: { id: newId() }, user: await createTestUser(server.db, shop) })],
    [
      "of a renewed membership",
      async () => {
        const one = await member(daysFromNow(1));
        await buyMembership(server, shop, renewal(one.made.id), { cookie: one.user.cookie });
        return one;
      },
    ],
    [
      "of a cancelled membership",
      async () => {
        const one = await member(daysFromNow(1));
        await server.db.updateTable("membership").set({ state: "cancelled" }).where("id", "=", one.made.id).execute();
        await server.db
          .updateTable("ticket")
          .set({ state: "cancelled" })
          .where("id", "=", one.made.ticket_id)
          .execute();
        await keepPrice(server.db, [one.made.ticket_id]);
        await server.db
          .updateTable("ticket_group")
          .set((eb) => ({ used_capacity: eb("used_capacity", "-", 1) }))
          .where("id", "=", levels.individual.id)
          .execute();
        return one;
      },
    ],
  ])("%s is refused", async (_, arrange) => {
    const { user, made } = await arrange();
    const { status, code } = await hold(renewal(made.id), { cookie: user.cookie });
    expect([status, code]).toEqual([422, "membership_not_renewable:membership"]);
  });

  test("a renewal is refused without an id, for a guest, and in a limited session", async () => {
    const { user, made } = await member(daysFromNow(1));
    const bare = membershipRequest(levels, levels.individual, { action: "renew" });
    expect((await hold(bare, { cookie: user.cookie })).code).toBe("membership_not_renewable:membership");
    expect((await hold(renewal(made.id))).code).toBe("membership_not_renewable:membership");
    const guest = new TestBrowser(server, shop);
    await guest.call(createCart, { add: [visit()] });
    await limitSession(server.db, { cookie: guest.cookie ?? "" }, user.identity_id);
    expect((await hold(renewal(made.id), { cookie: guest.cookie ?? "" })).code).toBe(
      "membership_not_renewable:membership",
    );
  });

  test("a renewal is allowed from the configured number of days before the end", async () => {
    const { user, made } = await member(daysFromNow(60));
    const configuration = (allowed_period: number) =>
      server.db
        .updateTable("seller")
        .set({ configuration: JSON.stringify({ renewal: { allowed_period } }) })
        .where("id", "=", shop.seller_id)
        .execute();
    await configuration(61);
    const other = await openTestApp({}, server);
    const answer = await new TestBrowser(other, shop, user.cookie).call(createCart, { add: [renewal(made.id)] });
    await other.close();
    expect(answer.status).toBe(200);
    await configuration(30);
  });
});
