import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";
const office = "apps/server/src/office";
const races = `${office}/members/memberLocks.race.test.ts`;
const levelRaces = `${office}/sale/levels/changeLevel.race.test.ts`;

/** The order in which changes of memberships take their locks. Without it they deadlock, and one of them is done twice. */
export const memberLockMutants: readonly Mutant[] = [
  {
    name: "level_cart_before_memberships",
    protects: "stock",
    file: `${office}/sale/levels/bookLevelChange.ts`,
    changes: [{ from: "cart_ids: [cart_id, ...waiting]", to: "cart_ids: [...waiting]" }],
    killedBy: { file: levelRaces, test: "a level that is changed while its holder is merged with somebody" },
  },
  {
    name: "level_place_beside_its_memberships",
    protects: "stock",
    file: `${modules}/cart/locks.sql.ts`,
    changes: [{ from: "requested.id for no key update) g", to: "requested.id for update) g" }],
    killedBy: { file: levelRaces, test: "two clerks who change a membership to one level do not wait" },
  },
  {
    name: "renewal_cart_before_memberships",
    protects: "stock",
    file: `${office}/sale/renewals/renewMember.ts`,
    changes: [{ from: "await lockCheckoutCart(ctx, cart_id);", to: "" }],
    killedBy: { file: races, test: "a membership that is renewed at the till while its holder is merged" },
  },
  {
    name: "card_tickets_before_memberships",
    protects: "stock",
    file: `${modules}/membership/cards/lockMemberCard.sql.ts`,
    changes: [{ from: "order by id for no key update", to: "order by id" }],
    killedBy: { file: races, test: "a card that goes to somebody else while its membership is ended" },
  },
  {
    name: "party_by_id",
    protects: "stock",
    file: `${modules}/membership/cards/lockMemberCard.sql.ts`,
    changes: [{ from: " union select p.id from (${partyOfCard}) p", to: "" }],
    killedBy: { file: races, test: "two clerks who lengthen the term of one family by two of its cards" },
  },
  {
    name: "level_before_party",
    protects: "stock",
    file: `${modules}/membership/cards/addCard.sql.ts`,
    changes: [{ from: "and id = $2 for no key update`", to: "and id = $2`" }],
    killedBy: { file: races, test: "a card that is added while its holder puts a membership of the level into a cart" },
  },
  {
    name: "places_of_all_orders_first",
    protects: "stock",
    file: `${modules}/checkout/change/lockOrders.sql.ts`,
    changes: [
      {
        from: "where seller_id = $1 and ticket_order_id = any($2::uuid[]) and state in ('booked', 'redeemed')",
        to: "where seller_id = $1 and ticket_order_id = any($2::uuid[]) and state = 'unbooked'",
      },
    ],
    killedBy: { file: races, test: "a membership that is ended with its visits while its holder holds a ticket" },
  },
  {
    name: "places_of_open_changes_first",
    protects: "stock",
    file: `${modules}/checkout/change/lockOrders.sql.ts`,
    changes: [
      {
        from: "where seller_id = $1 and cart_id = any($3::uuid[]) and state in ('held', 'in_cart')",
        to: "where seller_id = $1 and cart_id = any($3::uuid[]) and state = 'unbooked'",
      },
    ],
    killedBy: { file: races, test: "a membership that is ended with a visit that is being moved while its holder" },
  },
  {
    name: "younger_changes_before_places",
    protects: "stock",
    file: `${modules}/checkout/change/lockOrders.ts`,
    changes: [{ from: "  if (younger.length > 0) await lockCheckoutCarts(db, seller.id, younger);\n", to: "" }],
    killedBy: { file: races, test: "a membership that is ended while a move of a visit is opened" },
  },
  {
    name: "codes_of_all_orders_first",
    protects: "stock",
    file: `${modules}/checkout/change/lockOrders.sql.ts`,
    changes: [{ from: "  await statement(db, lockCodes, [seller.id, cart_ids]);\n", to: "" }],
    killedBy: { file: races, test: "a membership that is ended with a visit that was bought with a code" },
  },
  {
    name: "codes_before_memberships",
    protects: "stock",
    file: `${modules}/checkout/refund/cancelTickets.sql.ts`,
    changes: [{ from: "and x.is_applied", to: "and not x.is_applied" }],
    killedBy: { file: races, test: "an order of a membership with a code that is cancelled while its holder" },
  },
];
