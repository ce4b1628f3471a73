import { expect, test } from "vitest";
import type { CounterOffer } from "@foyer/contract/office/money/counter.ts";
import { maxAtCounter } from "@foyer/rules/sale/counterQuantities.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { newId } from "../../db/newId.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { createTestShop, type EventOverrides, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const dayOf = (shop: TestShop) => shop.session.local_day;
const createShop = (event: EventOverrides = {}) =>
  createTestShop(server.db, { event: { sessions: [{ inDays: 7 }], ...event } });

const look = async (shop: TestShop, day?: string) => {
  const clerk = await signedIn(server, shop, ["box_office"]);
  const { status, body } = await clerk.get(`/counter${day === undefined ? "" : `?day=${day}`}`);
  expect(status).toBe(200);
  return body as { offers: CounterOffer[]; next_day: string | null; is_today: boolean; day: string };
};

test("a day at the counter has its sessions with places left, lowest price and ticket types with their fees", async () => {
  const shop = await createShop({
    sessions: [{ inDays: 7, capacity: 6 }, { inDays: 8 }],
    groups: [
      {
        max_tickets_per_order: 4,
        types: [
          { name: "Adult", currency_amount: 2000, fee_fixed_outside: 150 },
          { name: "Child", currency_amount: 0, fee_fixed_outside: 150 },
        ],
      },
    ],
  });
  const { offers, is_today } = await look(shop, dayOf(shop));
  expect(is_today).toBe(false);
  expect(offers).toMatchObject([
    {
      event_template_id: shop.event.id,
      session: { id: shop.session.id },
      left: 6,
      price: "21.50",
      types: [
        { name: "Adult", price: "21.50", group_limits: { order: 4, left: null } },
        { name: "Child", price: "0", group_limits: { order: 4, left: null } },
      ],
      asks: { names: false, emails: false },
    },
  ]);
});

test("the limits of an order are shown for the event and for each group, and so is what counts towards neither", async () => {
  const shop = await createShop({
    sessions: [{ inDays: 7, capacity: 6 }],
    meta: JSON.stringify({ max_tickets_per_order: 3 }),
    groups: [
      { max_tickets_per_order: 2, capacity: 5, types: [{ name: "Adult" }] },
      { exclude_from_event_capacity: true, types: [{ name: "Guide" }] },
      {
        max_tickets_per_order: 2,
        meta: JSON.stringify({ counter: { order_limits: true } }),
        types: [{ name: "School" }],
      },
    ],
  });
  const { offers } = await look(shop, dayOf(shop));
  const limits = offers.map(({ left, order_limit, types }) => [
    left,
    order_limit,
    ...types.map(({ name, group_limits, counts_towards }) => [name, group_limits, counts_towards]),
  ]);
  expect(limits).toEqual([
    [
      6,
      3,
      ["Adult", { order: 2, left: 5 }, { event: true, session: true }],
      ["Guide", { order: null, left: null }, { event: true, session: false }],
      ["School", { order: null, left: null }, { event: false, session: true }],
    ],
  ]);
});

test("without a day it is today, and a day without sessions names the next one that has some", async () => {
  const shop = await createShop();
  const { day, is_today, offers, next_day } = await look(shop);
  expect([is_today, offers, next_day]).toEqual([true, [], dayOf(shop)]);
  expect(day).toBe(Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate().toString());
});

test.each([
  ["a cancelled session", "update event_session set cancelled = true where seller_id = $"],
  ["a session whose sales are stopped", "update event_session set sales_closed_at = app_now() where seller_id = $"],
  ["a hidden group", "update ticket_group set hidden_type = 'public_link_only' where seller_id = $"],
  ["a group for members", "update ticket_group set hidden_type = 'public_member_only' where seller_id = $"],
  ["a hidden event", "update event_template set hidden_type = 'public_link_only' where seller_id = $"],
  [
    "a group that is not on sale yet",
    "update ticket_group set sales_start = app_now() + interval '1 hour' where seller_id = $",
  ],
  ["numbered seats", "update ticket_group set handler = 'seated' where seller_id = $"],
  ["what needs a voucher", `update event_template set config = '{"citypass": true}' where seller_id = $`],
  [
    "what needs an admission beside it",
    `update event_template set meta = '{"requires_anchor": true}' where seller_id = $`,
  ],
  ["gift cards", "update ticket_group set handler = 'ledger' where seller_id = $"],
  [
    "a price that the buyer names",
    "update ticket_type set currency_amount_min = 1, currency_amount_max = 9 where seller_id = $",
  ],
])("%s is not offered", async (_, statement) => {
  const shop = await createShop();
  expect((await look(shop, dayOf(shop))).offers).toHaveLength(1);
  await server.runAsOwner(`set app.seller = '*'; ${statement.replace("$", `'${shop.seller_id}'`)}`);
  expect((await look(shop, dayOf(shop))).offers).toEqual([]);
});

test("names are asked for if the event needs them", async () => {
  const shop = await createShop({
    groups: [{ meta: JSON.stringify({ admit_names: "required" }), types: [{ name: "Place" }] }],
  });
  expect((await look(shop, dayOf(shop))).offers[0]?.asks).toEqual({ names: true, emails: false });
});

test.each([
  ["a hidden group", { hidden_type: "public_link_only" }, { hidden: true }, 1],
  ["a group that is not on sale yet", { sales_start: "2100-01-01T00:00:00Z" }, { sales_window: true }, 1],
  ["more tickets than one order on the web", { max_tickets_per_order: 2 }, { order_limits: true }, 3],
] as const)(
  "%s is sold where its group lifts that for the counter, and only there",
  async (_, limit, counter, quantity) => {
    const groups = (meta: object) => [{ ...limit, meta: JSON.stringify(meta), types: [{ name: "Adult" }] }];
    const [lifted, strict] = [
      await createShop({ groups: groups({ counter }) }),
      await createShop({ groups: groups({}) }),
    ];
    const sell = async (shop: TestShop) => {
      const clerk = await signedIn(server, shop, ["box_office"]);
      await clerk.post("/till/open", { float: "0" });
      const [offer] = (await clerk.get(`/counter?day=${dayOf(shop)}`)).body.offers as CounterOffer[];
      const sold = await clerk.post("/counter_sales", {
        sale_id: newId(),
        event_template_id: shop.event.id,
        event_session_id: shop.session.id,
        tickets: [{ ticket_type_id: shop.type.id, quantity }],
        means: [{ kind: "cash", amount: `${quantity * 20}.00` }],
        email: null,
      });
      const [type] = offer?.types ?? [];
      const most = offer && type ? maxAtCounter(offer, type, new Map()).most : 0;
      return { isOffered: most >= quantity, status: sold.status };
    };
    expect(await sell(lifted)).toEqual({ isOffered: true, status: 200 });
    // Anybody who has its id can hold a hidden group: it is only not shown.
    const isHidden = "hidden" in counter;
    const refused = await sell(strict);
    expect([refused.isOffered, refused.status === 200]).toEqual([false, isHidden]);
    const onWeb = await new TestBuyer(server, lifted).hold(quantity).catch(() => undefined);
    expect(onWeb !== undefined).toBe(isHidden);
  },
);
