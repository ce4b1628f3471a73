import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TriedCart } from "@foyer/contract/office/catalogue/discountTrial.ts";
import { createTestMember } from "../../../../test/accounts/members.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { grandTotalsOf } from "../../../../test/cart/carts.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  quayCatalogue,
  refusal,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;

/** All kinds of benefits, scopes and stacking; prices by time; a members' group; a rule that a code lifts. */
const catalogue = (slug: string): string =>
  quayCatalogue(slug)
    .replace(
      "    schedules:",
      `      - key: members
        name: Members
        hidden_type: public_member_only
        types: [{ key: member, name: Adult, price: 8, fees: { percent: 10 } }]
    prices: [{ when: { time: { from: "12:00" } }, amounts: { general/adult: 26 } }]
    schedules:`,
    )
    .replace(
      /codes:[\s\S]*$/,
      `membership_programs:
  - { key: friends, name: Friends, roles: [{ key: one, name: Single, benefits: { Adult: 2 } }] }
rules:
  - { key: talks, description: A talk needs the code., blocks: reserve, when: { event: talk }, code_group: talks }
codes:
  - { key: press, name: Press, codes: [{ code: PRESS }] }
  - { key: talks, name: Talks, codes: [{ code: TALK }] }
  - { key: once, name: Once, max_uses: 1, codes: [{ code: ONCE }] }
discounts:
  - { key: press, name: Press, codes: [press], percent: 50 }
  - { key: family, name: Family, price: 7, for: [{ event: visit, types: [general/child] }], min_tickets: 2, stacking: with_others }
  - { key: five, name: Five off, amount: 5, per: cart, min_tickets: 4, stacking: with_others }
  - { key: once, name: Once, codes: [once], percent: 10, max_tickets: 1 }
  - { key: spring, name: Spring, percent: 90, valid_from: 2035-03-01 00:00, valid_to: 2035-04-01 00:00 }
`,
    );

beforeAll(async () => {
  server = await openTestApp();
});
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server, catalogue));
});
afterAll(() => server.close());

type Line = { readonly type: string; readonly quantity: number; readonly start?: string; readonly event?: string };
type Wish = {
  readonly lines: readonly Line[];
  readonly codes?: readonly string[];
  readonly level?: string | null;
  readonly bought_on?: string | null;
  readonly day?: string;
};

const request = ({ lines, codes = [], level = null, bought_on = null, day }: Wish) => ({
  day: day ?? shop.session.local_day,
  bought_on,
  codes,
  level,
  lines: lines.map(({ event = "visit", start = "10:00", ...line }) => ({ event, start, price: null, ...line })),
});
const attempt = (wish: Wish) => manager.post("/catalogue/discounts/try", request(wish));
const tried = async (wish: Wish): Promise<TriedCart> => {
  const { status, body } = await attempt(wish);
  expect([status, body.errors]).toEqual([200, []]);
  return body.cart as TriedCart;
};

/** Puts the same tickets and codes into a real cart. */
const bought = async ({ lines, codes = [] }: Wish, cookie = "") => {
  const sessions = await server.db
    .selectFrom("event_session")
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "event_session.seller_id").onRef("e.id", "=", "event_session.event_template_id"),
    )
    .select(["event_session.id", "e.key", "local_start", "local_day"])
    .where("event_session.seller_id", "=", shop.seller_id)
    .execute();
  const types = await server.db
    .selectFrom("ticket_type as y")
    .innerJoin("ticket_group as g", (join) =>
      join.onRef("g.seller_id", "=", "y.seller_id").onRef("g.id", "=", "y.ticket_group_id"),
    )
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "g.seller_id").onRef("e.id", "=", "g.event_template_id"),
    )
    .select(["y.id", "y.key", "g.key as group", "e.key as event", "e.id as event_template_id"])
    .where("y.seller_id", "=", shop.seller_id)
    .execute();
  const day = sessions.find(({ id }) => id === shop.session.id)?.local_day;
  const buyer = new TestBuyer(server, shop, cookie);
  return buyer.post("/my/cart/modify", {
    preReservePromoCodes: { codes },
    add: lines.map(({ event = "visit", start = "10:00", type, quantity }) => {
      const found = types.find((one) => one.event === event && `${one.group}/${one.key}` === type);
      const at = sessions.find(
        (one) => one.key === event && one.local_start === start && (event !== "visit" || one.local_day === day),
      );
      return {
        event_template_id: found?.event_template_id,
        event_session_id: at?.id,
        ticket_types_required: [{ ticket_type_id: found?.id, quantity }],
      };
    }),
  });
};

const carts: readonly [string, Wish][] = [
  ["two adults at their own price", { lines: [{ type: "general/adult", quantity: 2 }] }],
  ["a session with a price of its own", { lines: [{ type: "general/adult", quantity: 1, start: "14:00" }] }],
  ["too few for a discount", { lines: [{ type: "general/child", quantity: 1 }] }],
  ["a new price for each of two", { lines: [{ type: "general/child", quantity: 2 }] }],
  [
    "discounts that are combined, one of them for the whole cart",
    {
      lines: [
        { type: "general/adult", quantity: 3, start: "14:00" },
        { type: "general/child", quantity: 2 },
      ],
    },
  ],
  ["a code that beats them", { lines: [{ type: "general/adult", quantity: 4 }], codes: ["press"] }],
  ["a code for one ticket", { lines: [{ type: "general/adult", quantity: 2 }], codes: ["ONCE"] }],
];

describe("a trial cart", () => {
  test.each(carts)("costs the same as a buyer's cart: %s", async (_, wish) => {
    const trial = await tried(wish);
    const cart = (await bought(wish)).body.cart._data[0];
    const { total_before_cartmod_price, total_cartmod_amount, total_outstanding } = grandTotalsOf(cart);
    expect([trial.refusal, trial.subtotal, trial.discount, trial.total]).toEqual([
      null,
      total_before_cartmod_price,
      total_cartmod_amount,
      total_outstanding,
    ]);
    expect(trial.discounts).toEqual(
      cart.cart_mods.map(({ name, discount }: { name: string; discount: string }) => ({ name, amount: discount })),
    );
    expect(Number(trial.total)).toBeGreaterThan(0);
  });

  test("uses the prices, discounts and codes of the drafts, which buyers do not see yet", async () => {
    const wish: Wish = { lines: [{ type: "general/adult", quantity: 2 }], codes: ["early"] };
    expect((await tried(wish)).codes).toEqual([
      { code: "early", is_applied: false, refusal: "This code is not valid." },
    ]);
    const early = { key: "early", name: "Early bird", codes: ["early"], percent: 25 };
    await editChapter(manager, "code_group/early", () => ({ key: "early", name: "Early", codes: [{ code: "EARLY" }] }));
    await editChapter(manager, "discounts", (list) => [early, ...(list as unknown as object[])]);
    const trial = await tried(wish);
    expect(trial).toMatchObject({
      discounts: [{ name: "Early bird", amount: "10.00" }],
      codes: [{ code: "early", is_applied: true, refusal: null }],
      total: "33.00",
    });
    expect((await bought({ lines: wish.lines })).body.cart._data[0].outstanding_balance).toBe("43.00");
    await publishPlan(manager);
    expect((await bought(wish)).body.cart._data[0].outstanding_balance).toBe("33.00");
  });

  test("of a member has the prices for members, within the allowance; others are refused in the storefront’s words", async () => {
    const member = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
    const wish: Wish = { lines: [{ type: "members/member", quantity: 2 }] };
    const trial = await tried({ ...wish, level: "friends/one" });
    expect([trial.refusal, trial.total]).toEqual([null, "17.60"]);
    expect((await bought(wish, member.cookie)).body.cart._data[0].outstanding_balance).toBe("17.60");

    const refused = await tried(wish);
    expect(refused.refusal).toBe((await bought(wish)).body._data[0]._description);
    expect([refused.tickets, refused.total]).toEqual([[], "0"]);
    const three = { lines: [{ type: "members/member", quantity: 3 }] };
    expect((await tried({ ...three, level: "friends/one" })).refusal).toBe(
      (await bought(three, member.cookie)).body._data[0]._description,
    );
  });

  test("meets the seller’s rules: blocked without a code, sold with it", async () => {
    const day = await dayOfTalk();
    const wish: Wish = { lines: [{ event: "talk", type: "seats/seat", quantity: 1, start: "19:00" }] };
    expect((await tried({ ...wish, day })).refusal).toBe("A talk needs the code.");
    const trial = await tried({ ...wish, day, codes: ["talk"] });
    expect([trial.refusal, trial.total, trial.codes[0]?.is_applied]).toEqual([null, "5.00", true]);
  });

  test("omits a code that the cart would refuse, and says why: without effect, and used up", async () => {
    const wish: Wish = { lines: [{ type: "general/adult", quantity: 1 }], codes: ["TALK", "once"] };
    const fresh = await tried(wish);
    expect(fresh.codes.map(({ is_applied }) => is_applied)).toEqual([false, true]);
    expect(fresh.codes[0]?.refusal).toBe((await bought({ ...wish, codes: ["TALK"] })).body._data[0]._description);
    expect(fresh.total).toBe("19.50");
    await bought({ ...wish, codes: ["once"] });
    const after = await tried(wish);
    expect(after.codes[1]).toMatchObject({
      is_applied: false,
      refusal: expect.stringMatching(/used|exhausted|limit/i),
    });
    expect(after.total).toBe("21.50");
  });

  test("can be bought on another day, for a later discount", async () => {
    const wish: Wish = { lines: [{ type: "general/adult", quantity: 1 }] };
    const catalogueOfThen = await editChapter(manager, "event/visit", (event) => {
      const { schedules: _, ...rest } = event;
      return { ...rest, sessions: [{ date: "2035-03-10", at: "10:00", ends: "11:00", capacity: 5 }] };
    });
    expect(catalogueOfThen.status).toBe(200);
    const day = "2035-03-10";
    expect((await tried({ ...wish, day })).discount).toBe("0");
    expect((await tried({ ...wish, day, bought_on: "2035-03-01" })).discount).toBe("-18.00");
    // The visit is in the past by then.
    expect((await tried({ ...wish, day, bought_on: "2035-03-11" })).refusal).not.toBeNull();
  });

  test("is not tried while something is wrong, nor for what the catalogue does not have", async () => {
    const lines = [{ type: "general/adult", quantity: 1 }];
    for (const [wish, field] of [
      [{ lines: [{ type: "general/senior", quantity: 1 }] }, "lines[0].type"],
      [{ lines: [{ ...lines[0], event: "circus" } as Line] }, "lines[0].event"],
      [{ lines, level: "friends/family" }, "level"],
    ] as const)
      expect(refusal(await attempt(wish))).toMatchObject({
        status: 422,
        _code: "validation_failed",
        _extra: { fields: [field] },
      });
    await editChapter(manager, "discounts", () => [{ key: "half", name: "Half", percent: 50, amount: 1 }]);
    const { body } = await attempt({ lines });
    expect(body).toMatchObject({
      cart: null,
      errors: [{ chapter: "discounts", path: "[0]", message: "needs exactly one of percent, amount and price" }],
    });
  });

  test("holds nothing and uses no code", async () => {
    await tried({ lines: [{ type: "general/adult", quantity: 5 }], codes: ["once"] });
    const { used_capacity } = await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow();
    const carts = await server.db.selectFrom("cart").select("id").where("seller_id", "=", shop.seller_id).execute();
    const codes = await server.db.selectFrom("code").select("used").where("seller_id", "=", shop.seller_id).execute();
    expect([used_capacity, carts.length, codes.every(({ used }) => used === 0)]).toEqual([0, 0, true]);
  });
});

test("the choices come from the drafts, with the starts of the day", async () => {
  const { body } = await manager.get(`/catalogue/discounts/choices?day=${request({ lines: [] }).day}`);
  expect(
    body.events.map((event: { key: string; starts: string[]; next_day: string }) => [event.key, event.starts]),
  ).toEqual([
    ["visit", ["10:00", "14:00"]],
    ["talk", []],
  ]);
  expect(body.events.map(({ next_day }: { next_day: string }) => next_day)).toEqual([
    shop.session.local_day,
    await dayOfTalk(),
  ]);
  expect(body.events[0].groups[0]).toEqual({
    key: "general",
    name: "General admission",
    can_be_tried: true,
    types: [
      { key: "adult", name: "Adult", price: "20.00" },
      { key: "child", name: "Child", price: "10.00" },
    ],
  });
  expect(body.levels).toEqual([{ key: "friends/one", name: "Friends, Single" }]);
  expect(body.code_groups.map(({ key }: { key: string }) => key)).toEqual(["press", "talks", "once"]);
});

const dayOfTalk = async (): Promise<string> => {
  const { local_day } = await server.db
    .selectFrom("event_session")
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "event_session.seller_id").onRef("e.id", "=", "event_session.event_template_id"),
    )
    .select("local_day")
    .where("event_session.seller_id", "=", shop.seller_id)
    .where("e.key", "=", "talk")
    .executeTakeFirstOrThrow();
  return local_day;
};
