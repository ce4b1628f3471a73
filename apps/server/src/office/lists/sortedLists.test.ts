import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { createRenewalShop } from "../../../test/accounts/renewals.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { joinAndIndex, memberCopies } from "../../../test/office/memberShop.ts";
import { bothWays, rowsOfEach, sortedList, type SeededList } from "../../../test/office/testSortedList.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { createChangeShop, everyChange, orderOf } from "../../../test/orders/changedOrders.ts";
import { copyOrders } from "../../../test/orders/copyOrders.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const run = (text: string) => server.runAsOwner(`set app.seller = '*'; ${text}`);
const orders = async (): Promise<SeededList> => {
  const shop = await createChangeShop(server, everyChange, { sessions: [{ inDays: 7, capacity: 2000 }] });
  const buy = async (): Promise<string> => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    return orderOf(await buyer.checkOut(cart)).id;
  };
  await copyOrders(server, await buy(), rowsOfEach - 1);
  await run(`update ticket_order set total = 1000 + 100 * (order_number % 3) where seller_id = '${shop.seller_id}'`);
  return {
    path: "orders",
    rows: "orders",
    id: "order_number",
    keys: { order_number: ({ order_number }) => Number(order_number), total: ({ total }) => Number(total) },
    who: await signedIn(server, shop, ["owner"]),
    seeded: rowsOfEach,
    addRows: async () => {
      for (const total of [1000, 1100, 1200])
        await run(
          `update ticket_order set total = ${total} where seller_id = '${shop.seller_id}' and id = '${await buy()}'`,
        );
    },
  };
};

const members = async (): Promise<SeededList> => {
  const at = await createRenewalShop(server);
  const joined = await joinAndIndex(server, at);
  const copy = await memberCopies(server, at.shop, joined.membership_id);
  const add = (nths: readonly number[]) =>
    copy(
      nths.map((nth) => ({
        member_number: `N${nth}`,
        holder_name: ["Ada_Lind", "bo lind", "Cy"][nth] ?? null,
        valid_from: `2026-0${nth + 1}-01T00:00:00.123456Z`,
        valid_to: nth === 2 ? null : `2030-0${nth + 1}-01T00:00:00Z`,
      })),
    );
  await add(Array.from({ length: rowsOfEach }, (_, nth) => nth % 3));
  await run(`update auto_renewal set state = 'cancelled' where seller_id = '${at.shop.seller_id}'`);
  return {
    path: "members",
    rows: "members",
    id: "id",
    keys: {
      name: ({ name }) => String(name).toLowerCase(),
      member_number: ({ member_number }) => String(member_number),
      valid_to: ({ valid_to }) => valid_to ?? "9999",
      valid_from: ({ valid_from }) => String(valid_from),
    },
    who: await signedIn(server, at.shop, ["owner"]),
    seeded: rowsOfEach + 1,
    addRows: async () => void (await add([0, 1, 2])),
  };
};

const giftCards = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const add = async (nths: readonly number[]): Promise<void> => {
    const values = nths.map((nth) => {
      const number = crypto.randomUUID().replaceAll("-", "").toUpperCase();
      const end = ["'2030-01-01T00:00:00Z'", "'2031-01-01T00:00:00Z'", "null"][nth] ?? "null";
      return `('${shop.seller_id}', gen_random_uuid(), 'test', '${number}', '${number}', 'USD', ${nth * 1000}, ${end},
        '2026-01-0${nth + 1}T00:00:00.123456Z')`;
    });
    await run(
      `insert into ledger_account (seller_id, id, ledger_id, number, normalized, currency, balance, valid_to, created_at)
       values ${values.join(", ")}`,
    );
  };
  await add(Array.from({ length: rowsOfEach }, (_, nth) => nth % 3));
  return {
    path: "gift_cards",
    rows: "cards",
    id: "id",
    keys: {
      balance: ({ balance }) => Number(balance),
      created_at: ({ created_at }) => String(created_at),
      valid_to: ({ valid_to }) => valid_to ?? "9999",
    },
    who: await signedIn(server, shop, ["finance"]),
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const codes = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const ends = ["2030-01-01T00:00:00.5Z", "2031-01-01T00:00:00Z", null];
  let made = 0;
  const add = async (nths: readonly number[]): Promise<void> => {
    const texts = nths.map((nth) => ({ nth, code: `C_${String((made += 7) % 1009).padStart(4, "0")}` }));
    const { codes: ids } = await createCodes(server.db, shop, Object.fromEntries(texts.map(({ code }) => [code, {}])));
    for (const [nth, end] of ends.entries()) {
      const of = texts.filter((text) => text.nth === nth).map(({ code }) => `'${ids[code]}'`);
      await run(
        `update code set used = ${nth}, valid_to = ${end === null ? "null" : `'${end}'`}
         where seller_id = '${shop.seller_id}' and id in (${of.join(", ")})`,
      );
    }
  };
  await add(Array.from({ length: rowsOfEach }, (_, nth) => nth % 3));
  return {
    path: "codes",
    rows: "codes",
    id: "code",
    keys: {
      code: ({ code }) => String(code),
      used: ({ used }) => Number(used),
      valid_to: ({ valid_to }) => valid_to ?? "9999",
    },
    who: await signedIn(server, shop, ["manager"]),
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const staff = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const who = await signedIn(server, shop, ["owner"]);
  const add = async (nths: readonly number[]): Promise<void> => {
    for (const nth of nths) {
      const id = crypto.randomUUID();
      await run(
        `insert into staff (id, email, name) values ('${id}', '${id}@staff.example', '${["ada_", "Bo", "cy"][nth]}');
         insert into staff_grant (seller_id, staff_id, role) values ('${shop.seller_id}', '${id}', 'reporter')`,
      );
    }
  };
  await add(Array.from({ length: rowsOfEach }, (_, nth) => nth % 3));
  return {
    path: "staff",
    rows: "staff",
    id: "id",
    keys: {
      name: ({ name }) => String(name).toLowerCase(),
      seen_at: ({ seen_at }) => seen_at ?? "",
    },
    who,
    seeded: rowsOfEach + 1,
    addRows: () => add([0, 1, 2]),
  };
};

const auditLog = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const who = await signedIn(server, shop, ["owner"]);
  const add = (nths: readonly number[]) =>
    run(
      nths
        .map(
          (nth) =>
            `insert into audit_entry (seller_id, id, kind, actor, roles, via, action, entity_kind, entity_id, before, after, at, keep_until)
             values ('${shop.seller_id}', gen_random_uuid(), 'change', 'job', '{}', 'job', 'view.saved', 'saved_view', 'x', '{}', '{}',
               '2026-01-0${nth + 1}T00:00:00.123456Z', '2040-01-01')`,
        )
        .join("; "),
    );
  await add(Array.from({ length: rowsOfEach }, (_, nth) => nth % 3));
  return {
    path: "audit",
    rows: "entries",
    id: "id",
    keys: { at: ({ at }) => String(at) },
    who,
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const lists = { orders, members, giftCards, codes, staff, auditLog };
const sorted = {
  orders: ["order_number", "total"],
  members: ["name", "member_number", "valid_to", "valid_from"],
  giftCards: ["balance", "created_at", "valid_to"],
  codes: ["code", "used", "valid_to"],
  staff: ["name", "seen_at"],
  auditLog: ["at"],
} as const;

/** A cursor from a different sort of the same list. */
const ofOtherOrder = {
  orders: "sort=total&after=10231",
  members: `sort=valid_to&after=ada_${newId()}`,
  giftCards: `sort=balance&after=2026-01-01T00:00:00Z_${newId()}`,
  codes: "sort=used&after=spring",
  staff: `sort=seen_at&after=ada_${newId()}`,
  auditLog: `sort=at&after=ada_${newId()}`,
} as const;

// Orders are copied by a statement with rows of several tables, which a coordinator does not send to a node.
const listNames = (Object.keys(lists) as (keyof typeof lists)[]).filter(
  (name) => name !== "orders" || !inject("nodes"),
);

describe.each(listNames)("%s", (name) => {
  const list = sortedList(lists[name]);
  test.each(bothWays(sorted[name]))(
    "by %s: each row once and in its place, while rows come in between the pages",
    (sort) => list.expectOrder(sort),
    60_000,
  );
  test.each(["sort=colour", "sort=--name", ofOtherOrder[name]])("?%s is refused", (query) => list.expectRefusal(query));
});
