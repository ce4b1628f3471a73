import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { createRenewalShop } from "../../../test/accounts/renewals.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { joinAndIndex, memberCopies } from "../../../test/office/memberShop.ts";
import { bothWays, rowsOfEach, sortedList, type SeededList } from "../../../test/office/testSortedList.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { orderOf } from "../../../test/orders/changedOrders.ts";
import { copyOrders } from "../../../test/orders/copyOrders.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { withAnswer } from "../../db/statements/statement.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const run = (text: string) => server.runAsOwner(`set app.seller = '*'; ${text}`);
/** For each row, which of the three values it has. */
const inTurn = Array.from({ length: rowsOfEach }, (_, nth) => nth % 3);
const moments = ["2026-01-01T09:00:00.123456Z", "2026-01-02T09:00:00Z", "2026-01-03T09:00:00.5Z"] as const;
const momentOf = (nth: number): string => moments[nth] ?? moments[0];

const gifts = async (): Promise<SeededList> => {
  const { shop } = await createRenewalShop(server);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const bought = orderOf(await buyer.checkOut(cart));
  // Each gift needs an order of its own.
  await run(`update event_session set capacity = -1 where seller_id = '${shop.seller_id}'`);
  await copyOrders(server, bought.id, 2 * rowsOfEach);
  const orders = await server.db
    .selectFrom("ticket_order")
    .select(["id", "identity_id"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const group = await server.db
    .selectFrom("ticket_group")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("name", "=", "Individual")
    .executeTakeFirstOrThrow();
  let made = 0;
  const add = async (nths: readonly number[]): Promise<void> => {
    const names = nths.map(() => `GIFT${(made += 1)}`);
    const { codes } = await createCodes(server.db, shop, Object.fromEntries(names.map((name) => [name, {}])));
    await server.db
      .insertInto("membership_gift")
      .values(
        nths.map((nth, at) => {
          const { id: ticket_order_id = "", identity_id: giftee_identity_id = "" } = orders.pop() ?? {};
          return {
            seller_id: shop.seller_id,
            id: crypto.randomUUID(),
            ticket_order_id,
            ticket_group_id: group.id,
            code_id: codes[names[at] ?? ""] ?? "",
            giftee_identity_id,
            created_at: momentOf(nth),
          };
        }),
      )
      .execute();
  };
  await add(inTurn);
  return {
    path: "gift_memberships",
    rows: "gifts",
    id: "id",
    keys: { bought_at: ({ bought_at }) => String(bought_at) },
    who: await signedIn(server, shop, ["box_office"]),
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const renewals = async (): Promise<SeededList> => {
  const at = await createRenewalShop(server);
  const { membership_id } = await joinAndIndex(server, at);
  const copy = await memberCopies(server, at.shop, membership_id);
  const add = async (nths: readonly number[]): Promise<void> => {
    const ends = ["2040-01-01T05:00:00Z", "2041-01-01T05:00:00Z", null];
    const ids = await copy(nths.map((nth) => ({ member_number: `N${nth}`, valid_to: ends[nth] ?? null })));
    await run(
      `insert into auto_renewal (seller_id, membership_id, identity_id, state, due_at, next_at)
       select seller_id, id, identity_id, 'failed', app_now(), app_now() from membership
       where seller_id = '${at.shop.seller_id}' and id in (${ids.map((id) => `'${id}'`).join(", ")}) ${withAnswer}`,
    );
  };
  await add(inTurn);
  return {
    path: "member_renewals",
    rows: "renewals",
    id: "id",
    keys: { last_day: ({ last_day }) => last_day ?? "9999" },
    who: await signedIn(server, at.shop, ["box_office"]),
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const cardsOf = (list: "to_make" | "sent") => async (): Promise<SeededList> => {
  const at = await createRenewalShop(server);
  const { membership_id } = await joinAndIndex(server, at, {
    level: "family",
    people: [
      { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
      { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
    ],
  });
  const copy = await memberCopies(server, at.shop, membership_id);
  const who = await signedIn(server, at.shop, ["box_office"]);
  let made = 0;
  const add = async (nths: readonly number[]): Promise<void> => {
    const numbered = nths.map((nth) => ({ member_number: `N${(made += 1)}`, created_at: momentOf(nth) }));
    const ids = await copy(numbered);
    if (list === "to_make") return;
    await server.db
      .insertInto("plastic_card")
      .values(
        numbered.map(({ member_number, created_at }, at_id) => ({
          seller_id: at.shop.seller_id,
          member_number,
          membership_id: ids[at_id] ?? "",
          state: "sent" as const,
          staff_id: who.person.id,
          marked_at: created_at,
        })),
      )
      .execute();
  };
  await add(inTurn);
  return {
    path: "plastic_cards",
    filters: `list=${list}`,
    rows: "cards",
    id: "membership_id",
    keys: { since: ({ since }) => String(since) },
    who,
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const lists = { gifts, renewals, "cards to make": cardsOf("to_make"), "cards sent": cardsOf("sent") };
const sorted = {
  gifts: ["bought_at"],
  renewals: ["last_day"],
  "cards to make": ["since"],
  "cards sent": ["since"],
} as const;

// Copying orders takes a statement on rows of several tables, which a coordinator cannot send to a node.
const listNames = (Object.keys(lists) as (keyof typeof lists)[]).filter((name) => name !== "gifts" || !inject("nodes"));

describe.each(listNames)("%s", (name) => {
  const list = sortedList(lists[name]);
  test.each(bothWays(sorted[name]))(
    "by %s: each row once and in its place, while rows come in between the pages",
    (sort) => list.expectOrder(sort),
    60_000,
  );
  test.each(["sort=colour", "sort=--name"])("?%s is refused", (query) => list.expectRefusal(query));
});
