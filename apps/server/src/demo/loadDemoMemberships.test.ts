import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { demoMemberships } from "@foyer/demo/memberships.ts";
import { loadDemo } from "../catalogue/apply/loadDemo.ts";
import { expectInvariants } from "../../test/database/expectInvariants.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { loadDemoMembers } from "./loadDemoMembers.ts";
import { loadDemoMemberships } from "./loadDemoMemberships.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { TestBrowser } from "../../test/app/testBrowser.ts";
import { ada, TestBuyer, cards } from "../../test/shop/testBuyer.ts";
import { createTestUser } from "../../test/accounts/members.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await loadDemo(server.connections, Temporal.Now.instant());
  await loadDemoMembers(server.connections);
  await loadDemoMemberships(server.connections, server.app);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
const readMemberships = () =>
  server.db
    .selectFrom("membership as m")
    .innerJoin("seller as s", "s.id", "m.seller_id")
    .select(["s.slug", "m.level_name", "m.holder_name", "m.member_number", "m.identity_id"])
    .orderBy("s.slug")
    .orderBy("m.holder_name")
    .execute();

test("Ada is a member of three sellers, with the documented numbers", async () => {
  const found = await readMemberships();
  expect(found.map(({ slug, level_name, holder_name }) => `${slug} ${level_name}: ${holder_name}`)).toEqual([
    "harbor Family: Ada Lindqvist",
    "harbor Family: Nils Lindqvist",
    "harbor Family: Siri Lindqvist",
    "harbor Family: Tove Lindqvist",
    "kiwa Night Keeper: Ada Lindqvist",
    "larkfield Friend: Ada Lindqvist",
  ]);
  const own = found.filter(({ identity_id }) => identity_id !== null);
  expect(own.map(({ slug, member_number }) => `${slug} ${member_number}`)).toEqual(
    demoMemberships.map(({ seller, number }) => `${seller} ${number}`).toSorted(),
  );
  const emails = await server.db.selectFrom("outbox").select("message").where("kind", "=", "membership_card").execute();
  const texts = emails.map(({ message }) => JSON.stringify(message));
  for (const { number } of demoMemberships) expect(texts.some((text) => text.includes(number))).toBe(true);
});

test("a second start buys no second membership", async () => {
  const before = await readMemberships();
  await loadDemoMemberships(server.connections, server.app);
  expect(await readMemberships()).toEqual(before);
});

test("buys none for a real seller", async () => {
  const own = await openTestApp();
  try {
    await createTestShop(own.db, { seller: { slug: "harbor" } });
    await loadDemoMemberships(own.connections, own.app);
    expect(await own.db.selectFrom("membership").select("id").execute()).toEqual([]);
  } finally {
    await own.close();
  }
});

describe("a visitor", () => {
  const levelOf = async (slug: string, event: string, level: string) => {
    const rows = await server.db
      .selectFrom("ticket_type as y")
      .innerJoin("ticket_group as g", (join) =>
        join.onRef("g.seller_id", "=", "y.seller_id").onRef("g.id", "=", "y.ticket_group_id"),
      )
      .innerJoin("event_template as e", (join) =>
        join.onRef("e.seller_id", "=", "g.seller_id").onRef("e.id", "=", "g.event_template_id"),
      )
      .innerJoin("seller as s", "s.id", "e.seller_id")
      .select(["y.id", "y.key", "e.id as event_template_id"])
      .where("s.slug", "=", slug)
      .where("e.key", "=", event)
      .where("g.key", "=", level)
      .orderBy("y.rank")
      .execute();
    const [first] = rows;
    if (!first) throw new Error("There is no such level.");
    return { event_template_id: first.event_template_id, rows };
  };

  test("buys a membership as a gift, which is redeemed without payment", async () => {
    const { event_template_id, rows } = await levelOf("harbor", "membership", "family");
    const { id: seller_id } = await server.db
      .selectFrom("seller")
      .select("id")
      .where("slug", "=", "harbor")
      .executeTakeFirstOrThrow();
    const shop = { slug: "harbor", seller_id };
    // As a guest they would have to solve a captcha.
    const giver = new TestBrowser(server, shop, (await createTestUser(server.db, shop)).cookie);
    const party = rows.filter(({ key }) => key !== "child");
    const wanted = party.map(({ id }) => ({ ticket_type_id: id, quantity: 1 }));
    const held = await giver.call(createCart, {
      add: [{ event_template_id, membership: { action: "gift" }, ticket_types_required: wanted }],
    });
    const [cart] = held.body.cart._data;
    if (!cart) throw new Error("Nothing was held.");
    expect(cart.outstanding_balance).toBe("160.00");
    const buyer = new TestBuyer(server, shop as TestShop, giver.cookie);
    await buyer.pay(cart, cards.good);
    const response = await buyer.checkOut(cart, {
      identity: ada,
      terms_accepted: true,
      terms_version: "2026-09",
    });
    expect(response.body.outcome).toBe("completed");
    const { code } = await server.db
      .selectFrom("membership_gift as g")
      .innerJoin("code as k", (join) => join.onRef("k.seller_id", "=", "g.seller_id").onRef("k.id", "=", "g.code_id"))
      .select("k.code")
      .executeTakeFirstOrThrow();
    const answer = await new TestBrowser(server, { slug: "harbor" }).call(createCart, {
      add: [
        {
          event_template_id,
          ticket_types_required: party.map(({ id }) => ({
            ticket_type_id: id,
            quantity: 1,
            admit_names: ["Grace Hopper"],
            admit_emails: ["grace@example.org"],
          })),
        },
      ],
      preReservePromoCodes: { codes: [code] },
    });
    expect(answer.body.cart._data[0]).toMatchObject({ outstanding_balance: "0", membership_action: "redeem" });
  });
});
