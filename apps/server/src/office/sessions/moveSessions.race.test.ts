import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import {
  editChapter,
  importText,
  openEditing,
  publishPlan,
  quayCatalogue,
  refusal,
  type Loose,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { shopRows } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned", "moved_carts_locked", "after_order_check"], (first, second) => {
  [one, other] = [first, second];
});

const move = (manager: OfficeBrowser, { session }: TestShop) =>
  manager.post("/catalogue/events/visit/sessions/change", {
    session_ids: [session.id],
    change: { move_minutes: 45 },
    reason: "The boat comes later",
    expected: { orders: 0 },
  });
const confirmationOf = async (shop: TestShop): Promise<string> => {
  const [email] = (await shopRows(one, "outbox", shop)).filter(({ kind }) => kind === "order_confirmation");
  return JSON.stringify(email?.["message"]);
};

test("whoever pays at the moment at which their session is moved waits, and is confirmed its new time", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const cart = await buyer.hold(1);
  const paid = startAtPause(one.db, "catalogue_planned", () => buyer.pay(cart, cards.good));
  expect((await move(manager, shop)).status).toBe(200);
  expect(((await paid()) as TestResponse).status).toBe(200);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(await confirmationOf(shop)).toContain("10:45");
});

test("a cart that comes between the locks of carts and sessions waits as well", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const held = startAtPause(one.db, "moved_carts_locked", () => buyer.hold(1));
  const paid = startAtPause(one.db, "catalogue_planned", async () => {
    const cart = await held();
    return cart && buyer.pay(cart, cards.good);
  });
  // If a cart is held meanwhile, the locks are tried again, and the cart is then locked first like the others.
  expect((await move(manager, shop)).status).toBe(200);
  const cart = await held();
  expect(((await paid()) as TestResponse).status).toBe(200);
  expect(cart && (await buyer.checkOut(cart)).status).toBe(200);
  expect(await confirmationOf(shop)).toContain("10:45");
});

test("an order that is completed while its session is being moved is counted among the affected orders", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const moved = startAtPause(one.db, "after_order_check", () => move(manager, shop));
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(refusal((await moved()) as TestResponse)).toMatchObject({ status: 409, _code: "has_buyers" });
});

/** Ways to let a session begin at 11:00 on the first day: what each calls, and what it answers where one begins there. */
type Way = {
  readonly prepare?: (manager: Manager) => Promise<unknown>;
  readonly run: (office: OfficeBrowser, shop: TestShop) => Promise<string>;
};
const textOf = ({ status, body }: TestResponse): string => (status === 200 ? "done" : JSON.stringify(body));
const moveTo = async (office: OfficeBrowser, id: string | undefined, move_minutes: number): Promise<string> =>
  textOf(
    await office.post("/catalogue/events/visit/sessions/change", {
      session_ids: [id],
      change: { move_minutes },
      reason: "The boat comes later",
      expected: { orders: 0 },
    }),
  );
const extra = { date: "today+1d", at: "11:00", minutes: 30 };
const withExtra = (event: Loose): Loose => ({ ...event, sessions: [extra] });
const ways = {
  "a move of the session of ten": { run: (office, { session }) => moveTo(office, session.id, 60) },
  "a move of the session of two": { run: (office, { event }) => moveTo(office, event.sessions[1]?.id, -180) },
  "a publishing of a new session": {
    prepare: (manager) => editChapter(manager, "event/visit", withExtra),
    run: async (office) => textOf(await publishPlan(office)),
  },
  "an import of a new session": {
    run: (_, { slug }) =>
      importText(
        other.connections,
        `revision: 1\n${quayCatalogue(slug)}`.replace(
          "  - key: talk",
          `    sessions: [{ date: ${extra.date}, at: "${extra.at}", minutes: 45 }]\n  - key: talk`,
        ),
      ).then(
        () => "done",
        (error: Error) => error.message,
      ),
  },
} as const satisfies Record<string, Way>;
type WayName = keyof typeof ways;
const wayOf = (name: WayName): Way => ways[name];
const bothNamed =
  /The session of \S+ (?:10|14):00, moved to \S+ 11:00, would begin at the same moment as the session of \S+ (?:11:00|(?:10|14):00, moved to \S+ 11:00)/i;
const isNewer = /stale_version|the newest is 2/;

test.each<[WayName, WayName, RegExp]>([
  ["a move of the session of ten", "a move of the session of two", bothNamed],
  ["a move of the session of two", "a publishing of a new session", isNewer],
  ["a move of the session of two", "an import of a new session", isNewer],
  ["a publishing of a new session", "a move of the session of ten", bothNamed],
  ["a publishing of a new session", "an import of a new session", isNewer],
  ["an import of a new session", "a move of the session of ten", bothNamed],
  ["an import of a new session", "a publishing of a new session", /publish_conflict/],
])("of %s and %s to the same start at once, the second is refused", async (first, second, refused) => {
  const { shop, manager } = await openEditing(one);
  const colleague = Object.assign(new OfficeBrowser(other, shop.slug), {
    cookie: (await signedIn(one, shop, ["manager"])).cookie,
  });
  await wayOf(first).prepare?.(manager);
  if (wayOf(first).prepare !== wayOf(second).prepare) await wayOf(second).prepare?.(manager);
  const late = startAtPause(one.db, "catalogue_planned", () => wayOf(second).run(colleague, shop));
  expect(await wayOf(first).run(manager, shop)).toBe("done");
  expect(await late()).toMatch(refused);
  // Again, by somebody who has seen what the first has done: both are named.
  expect(
    await moveTo(
      colleague,
      shop.event.sessions[first.endsWith("of two") ? 0 : 1]?.id,
      first.endsWith("of two") ? 60 : -180,
    ),
  ).toMatch(bothNamed);
  const starts = await one.db
    .selectFrom("event_session")
    .select("start_datetime")
    .where("seller_id", "=", shop.seller_id)
    .where("event_template_id", "=", shop.event.id)
    .where("retired", "=", false)
    .execute();
  expect(new Set(starts.map(({ start_datetime }) => start_datetime)).size).toBe(starts.length);
});
