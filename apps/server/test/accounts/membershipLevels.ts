import { createCart, type Cart } from "@foyer/contract/shop/cart.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import { newId } from "../../src/db/newId.ts";
import {
  createTestEvent,
  type TicketGroupOverrides,
  type TestEvent,
  type TestTicketGroup,
  type TestShop,
} from "../shop/createTestShop.ts";
import type { TestResponse, TestApp } from "../app/testApp.ts";
import { TestBrowser, type BrowserResponse } from "../app/testBrowser.ts";
import { ada, TestBuyer, cards } from "../shop/testBuyer.ts";

type SellerVenue = Pick<TestShop, "seller_id" | "venue_id" | "timezone">;

/** A seller's levels: one for a single person, one for two adults and up to ten children. Both can be gifts. */
export type TestLevels = {
  readonly event: TestEvent;
  readonly individual: TestTicketGroup;
  readonly family: TestTicketGroup;
  readonly program_id: string;
  readonly role_id: string;
};

export const createLevels = async (
  { db }: Pick<TestApp, "db">,
  shop: SellerVenue,
  overrides: { readonly individual?: TicketGroupOverrides; readonly family?: TicketGroupOverrides } = {},
): Promise<TestLevels> => {
  const { seller_id } = shop;
  const [program_id, role_id, code_group_id] = [newId(), newId(), newId()];
  await db
    .insertInto("membership_program")
    .values({ seller_id, id: program_id, key: "friends", name: "Friends", rank: 2 })
    .execute();
  await db
    .insertInto("membership_role")
    .values({
      seller_id,
      id: role_id,
      membership_program_id: program_id,
      key: "friend",
      name: "Friend",
      benefits: JSON.stringify({ Adult: 1, "*": 2 }),
      member_event_purchase_limit: 12,
    })
    .execute();
  await db.insertInto("code_group").values({ seller_id, id: code_group_id, key: "gifts", name: "A gift" }).execute();
  const levelDefaults = { handler: "membership" as const, duration_new: "P1Y", membership_program_id: program_id };
  const person = { membership_role_id: role_id };
  const event = await createTestEvent(db, shop, {
    name: "Membership",
    event_type: "other",
    sessions: [],
    groups: [
      {
        name: "Individual",
        ...levelDefaults,
        gift_code_group_id: code_group_id,
        types: [{ name: "Member", currency_amount: 8000, ...person }],
        ...overrides.individual,
      },
      {
        name: "Family",
        ...levelDefaults,
        gift_code_group_id: code_group_id,
        physical_card: true,
        types: [
          { name: "First adult", currency_amount: 9000, ...person },
          { name: "Second adult", currency_amount: 3000, ...person },
          { name: "Child", currency_amount: 500, ...person },
        ],
        ...overrides.family,
      },
    ],
  });
  const [individual, family] = event.groups;
  if (!individual || !family) throw new Error("There are two levels.");
  const [first, second, child] = family.types;
  const rules = [
    { type: first, party_role: "member", named: "yes", emailed: "yes", min: 1, max: 1 },
    { type: second, party_role: "second-card", named: "yes", emailed: "optional", min: 1, max: 1 },
    { type: child, party_role: "child", named: "optional", emailed: "no", min: 0, max: -1 },
  ] as const;
  if (overrides.family?.types === undefined)
    await db
      .insertInto("membership_rule")
      .values(
        rules.map(({ type, ...rule }) => ({
          seller_id,
          ticket_group_id: family.id,
          ticket_type_id: type?.id ?? "",
          ...rule,
        })),
      )
      .execute();
  await db
    .insertInto("discount")
    .values({
      seller_id,
      id: newId(),
      key: "gifts",
      name: "A gift",
      code_group_ids: [code_group_id],
      benefit: JSON.stringify({ percent: 10_000 }),
      per: "ticket",
      scopes: JSON.stringify([
        { ticket_group_ids: [individual.id] },
        { ticket_type_ids: [first?.id, second?.id].filter(Boolean) },
      ]),
      stacking: "alone",
    })
    .execute();
  return { event, individual, family, program_id, role_id };
};

/** Quantities and names per ticket type of a level. */
export type PartyPerson = { readonly type: number; readonly name?: string; readonly email?: string };
export type MembershipOptions = {
  readonly people?: readonly PartyPerson[];
  readonly action?: MembershipAction;
  readonly renews_id?: string;
  readonly giftee_identity_id?: string;
};

const lovelace: readonly PartyPerson[] = [{ type: 0, name: "Ada Lovelace", email: "ada@example.org" }];

/** The line of a reservation for a level. */
export const membershipRequest = (
  { event }: Pick<TestLevels, "event">,
  level: TestTicketGroup,
  { people = lovelace, action, ...named }: MembershipOptions = {},
): TicketRequest => {
  const types = Map.groupBy(people, ({ type }) => type);
  return {
    event_template_id: event.id,
    ...(action && { membership: { action, ...named } }),
    ticket_types_required: [...types].map(([type, members]) => ({
      ticket_type_id: level.types[type]?.id ?? "",
      quantity: members.length,
      ...(members.some(({ name }) => name) && { admit_names: members.map(({ name = "" }) => name) }),
      ...(members.some(({ email }) => email) && { admit_emails: members.map(({ email = "" }) => email) }),
    })),
  };
};

export const cartFromResponse = (answer: BrowserResponse<typeof createCart>): Cart => {
  const [cart] = answer.body.cart?._data ?? [];
  if (!cart) throw new Error(`Nothing was held: ${answer.status} ${answer.code}`);
  return cart;
};

/** A visitor with a membership in their cart; with `cookie`, an existing visitor. */
export const holdMembership = async (
  server: TestApp,
  shop: TestShop,
  wanted: TicketRequest,
  cookie?: string,
): Promise<{ buyer: TestBuyer; cart: Cart }> => {
  const browser = new TestBrowser(server, shop, cookie);
  const cart = cartFromResponse(await browser.call(createCart, { add: [wanted] }));
  return { buyer: new TestBuyer(server, shop, browser.cookie), cart };
};

/** Reserves, pays and checks out. */
export const buyMembership = async (
  server: TestApp,
  shop: TestShop,
  wanted: TicketRequest,
  options: { readonly cookie?: string; readonly identity?: object } = {},
): Promise<{ buyer: TestBuyer; cart: Cart; order_id: string; response: TestResponse }> => {
  const { buyer, cart } = await holdMembership(server, shop, wanted, options.cookie);
  // A gift is paid for only once its giver is known.
  if (wanted.membership?.giftee_identity_id !== undefined) await buyer.savePurchaser(cart, options.identity ?? ada);
  await buyer.pay(cart, cards.good);
  const response = await buyer.checkOut(cart, { identity: options.identity ?? ada });
  return { buyer, cart, response, order_id: response.body.ticket_order._data[0].id };
};

/** The memberships of an order, in the order of the level's types. */
export const readMemberships = ({ db }: Pick<TestApp, "db">, order_id: string) =>
  db
    .selectFrom("membership as m")
    .innerJoin("ticket_type as y", (join) =>
      join.onRef("y.seller_id", "=", "m.seller_id").onRef("y.id", "=", "m.ticket_type_id"),
    )
    .selectAll("m")
    .where("m.ticket_order_id", "=", order_id)
    .orderBy("y.rank")
    .orderBy("m.holder_name")
    .execute();

/** Moves its dates into the past, as if it had been bought earlier. */
export const setTermEnd = async ({ db }: Pick<TestApp, "db">, id: string, ends: string): Promise<void> => {
  await db
    .updateTable("membership")
    .set({
      valid_to: ends,
      valid_from: Temporal.Instant.from(ends)
        .subtract({ hours: 24 * 365 })
        .toString(),
    })
    .where("id", "=", id)
    .execute();
};

/** A full hour, a number of days from now. */
export const daysFromNow = (days: number): string =>
  Temporal.Now.instant()
    .add({ hours: 24 * days })
    .round({ smallestUnit: "hour", roundingMode: "floor" })
    .toString();
