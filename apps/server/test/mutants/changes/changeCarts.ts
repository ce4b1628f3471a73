import type { Mutant } from "../mutant.ts";

const cart = "apps/server/src/modules/cart";
const opening = `${cart}/change/openChange.test.ts`;
const access = `${cart}/change/openChangeAccess.test.ts`;
const refusals = `${cart}/change/openChangeRefusals.test.ts`;
const contents = `${cart}/change/changeContents.test.ts`;
const races = `${cart}/change/openChange.race.test.ts`;
const replacing = `${cart}/change/replace/replaceChange.test.ts`;
const replacingRaces = `${cart}/change/replace/replaceChange.race.test.ts`;
const byStaff = `${cart}/change/replace/replacedByStaff.test.ts`;

export const changeCartMutants: readonly Mutant[] = [
  {
    name: "change_of_an_own_order",
    protects: "tenancy",
    file: `${cart}/change/openChange.ts`,
    changes: [
      {
        from: "return isOrderToken(ctx, order.id, token) ? order : undefined;",
        to: "return order;",
      },
    ],
    killedBy: {
      file: access,
      test: "who may open a change the buyer, and a visitor with the order's link; nobody else",
    },
  },
  {
    name: "cart_of_another_order",
    protects: "money",
    file: `${cart}/change/openChange.ts`,
    changes: [{ from: " || (ticket_order_id !== undefined && ticket_order_id !== order.id)", to: "" }],
    killedBy: { file: access, test: "who may open a change the visitor by their own cart, where they name its order" },
  },
  {
    name: "removal_needs_the_orders_token",
    protects: "money",
    file: `${cart}/hold/reserveTickets.ts`,
    changes: [{ from: "if (token === undefined) return submitCartChange(ctx, requested);", to: "" }],
    killedBy: {
      file: access,
      test: "a page that shows the booked cart as the visitor's own opens no change, and learns that it is bought",
    },
  },
  {
    name: "own_cart_changes_no_order",
    protects: "money",
    file: `${cart}/hold/reserveTickets.ts`,
    changes: [
      {
        from: 'if (access === "owner" && ticket_order_id === undefined) return submitCartChange(ctx, requested);',
        to: "",
      },
    ],
    killedBy: {
      file: access,
      test: "a page that shows the booked cart as the visitor's own opens no change, and learns that it is bought",
    },
  },
  {
    name: "one_open_change",
    protects: "stock",
    file: `${cart}/change/replace/lockOpenChange.ts`,
    changes: [
      {
        from: "await lockCarts(db, seller.id, known === undefined ? [order.cart_id] : [order.cart_id, known]);",
        to: "await lockCarts(db, seller.id, known === undefined ? [] : [known]);",
      },
    ],
    killedBy: {
      file: races,
      test: "two changes of one order that are opened at once leave one of them open, and hold its ticket only",
    },
  },
  {
    name: "last_place_wanted_by_changes",
    protects: "stock",
    file: `${cart}/locks.sql.ts`,
    changes: [{ from: " order by s.id for no key update of s", to: " order by s.id" }],
    killedBy: {
      file: races,
      test: "the last place of a session goes to one of 40 changes",
    },
  },
  {
    name: "paid_change_stays_open",
    protects: "money",
    file: `${cart}/change/replace/lockOpenChange.ts`,
    changes: [{ from: "if (cart.paying || cart.part_paid)", to: "if (cart.part_paid)" }],
    killedBy: { file: refusals, test: "an open change stays while it is being paid for" },
  },
  {
    name: "refused_change_closes",
    protects: "stock",
    file: `${cart}/change/openChange.ts`,
    changes: [{ from: "if (error instanceof Refused) await closeChange(ctx, cart_id);", to: "" }],
    killedBy: { file: refusals, test: "a change is refused, and none is left open" },
  },
  {
    name: "refused_replacement_keeps_the_open_change",
    protects: "stock",
    file: `${cart}/change/openChange.ts`,
    changes: [
      {
        from: "return open === undefined ? insertEmptyChange(ctx, asked) : undefined;",
        to: "await releaseHold(ctx.db, ctx.seller.id, open === undefined ? [] : [open]);\n  return insertEmptyChange(ctx, asked);",
      },
    ],
    killedBy: { file: replacing, test: "another change that is refused leaves the open one as it was" },
  },
  {
    name: "refused_move_keeps_the_open_change",
    protects: "stock",
    file: `apps/server/src/modules/aftersale/venue/withHeldMove.ts`,
    changes: [
      {
        from: "return work(tx, cart_id);\n        }),",
        to: "return { cart_id, tx };\n        }).then(({ cart_id }) => within(ctx, (tx) => work(tx, cart_id))),",
      },
    ],
    killedBy: { file: byStaff, test: "a move at the desk that is refused leaves the buyer's open change as it was" },
  },
  {
    name: "replacement_locks_in_order",
    protects: "stock",
    file: `${cart}/change/replace/replaceChange.ts`,
    changes: [{ from: "await lockWithOpenChange(ctx, asked, open);", to: "" }],
    killedBy: { file: replacingRaces, test: "a replacement and a hold of the same sessions do not deadlock" },
  },
  {
    name: "replaced_change_frees_its_places",
    protects: "stock",
    file: `${cart}/change/replace/replaceChange.ts`,
    changes: [
      {
        from: "await releaseHold(db, seller.id, [open]);",
        to: "await db.updateTable('cart').set({ state: 'expired' }).where('seller_id', '=', seller.id).where('id', '=', open).execute();",
      },
    ],
    killedBy: { file: replacing, test: "what the open change holds is free for the one in its place" },
  },
  {
    name: "change_hold_judged_by_policy",
    protects: "money",
    file: `${cart}/hold/holdBatchState.ts`,
    changes: [
      {
        from: "if (plan instanceof Refused) return { refused: plan };",
        to: "if (plan instanceof Refused) return { along: contents.along, orderChange };",
      },
    ],
    killedBy: { file: refusals, test: "a change is refused, and none is left open" },
  },
  {
    name: "limits_count_what_stays",
    protects: "stock",
    file: `${cart}/hold/holdBatchState.ts`,
    changes: [
      {
        from: "held: this.#describe([...staying, ...(orderChange?.staying ?? [])]),",
        to: "held: this.#describe(staying),",
      },
    ],
    killedBy: { file: opening, test: "moving a ticket to another session takes the fee of a change, and a limit" },
  },
  {
    name: "booked_tickets_keep_prices",
    protects: "money",
    file: `${cart}/hold/loadBatch.ts`,
    changes: [{ from: "tickets: booked.map(withFixedPrice)", to: "tickets: booked" }],
    killedBy: { file: contents, test: "the order's codes and discounts" },
  },
  {
    name: "order_codes_stay_with_the_order",
    protects: "money",
    file: `${cart}/change/orderChanges.ts`,
    changes: [{ from: "change ? withoutCodesOf(change, codes, ({ id }) => id) : codes;", to: "codes;" }],
    killedBy: { file: contents, test: "the order's codes and discounts" },
  },
  {
    name: "given_up_allowances",
    protects: "stock",
    file: `${cart}/members/allowanceUsage.ts`,
    changes: [
      {
        from: "const givenUp = gives_up.flatMap((id) => this.#usesByTicket.get(id) ?? []);",
        to: "const givenUp = gives_up.flatMap(() => []);",
      },
    ],
    killedBy: { file: contents, test: "allowances of a member" },
  },
  {
    name: "change_without_tickets_expires",
    protects: "stock",
    file: `${cart}/release/releaseHold.sql.ts`,
    changes: [
      {
        from: "(c.changes_order_id is not null or exists (select from ticket t where ${holdsTicketCondition}))",
        to: "exists (select from ticket t where ${holdsTicketCondition})",
      },
    ],
    killedBy: { file: opening, test: "other changes remove only: nothing is held, and the cart expires all the same" },
  },
  {
    name: "change_hides_the_purchaser",
    protects: "access",
    file: `${cart}/read/embedInCart.sql.ts`,
    changes: [{ from: '.where("c.changes_order_id", "is", null)', to: "" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/change/changePrivacy.test.ts",
      test: "no reply about 'a free change' shows the buyer",
    },
  },
  {
    name: "change_is_not_transferred",
    protects: "access",
    file: `${cart}/transfer/transferCartToVisitor.ts`,
    changes: [{ from: "if (cart.change)", to: "if (cart.change && cart.part_paid)" }],
    killedBy: {
      file: access,
      test: "who may open a change the buyer, and a visitor with the order's link; nobody else",
    },
  },
  {
    name: "ordinary_tickets_only",
    protects: "money",
    file: `${cart}/change/planChange.ts`,
    changes: [{ from: "isChangeable(to) || (hasSeats(from) && hasSeats(to));", to: "true;" }],
    killedBy: { file: opening, test: "other changes exchange no ticket for one that is not ordinary" },
  },
];
