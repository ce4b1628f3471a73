import type { Mutant } from "../mutant.ts";

const mount = "apps/server/src/http/staff/mountStaff.ts";
const signIns = "apps/server/src/modules/staff/signIns.sql.ts";
const operator = "apps/server/src/office/operator/operator.test.ts";
const linkedCarts = "apps/server/src/office/operator/suspendedCarts.test.ts";
const matrix = "apps/server/src/office/accessMatrix.test.ts";
const views = "apps/server/src/office/views/savedViews.test.ts";
const visit = "a visit of the operator";

export const operatorMutants: readonly Mutant[] = [
  {
    name: "operator_alone",
    protects: "access",
    file: mount,
    changes: [{ from: '=== "operator" && !staff.is_operator)', to: '=== "operator" && !staff.id)' }],
    killedBy: { file: matrix, test: "POST /operator/sellers for the operator alone, whatever role somebody has" },
  },
  {
    name: "operator_visit_ended",
    protects: "access",
    file: signIns,
    changes: [{ from: "and ended_at is null and ends_at > app_now() order by", to: "order by" }],
    killedBy: { file: operator, test: `${visit} ends by its owner's hand at the next call, and by itself` },
  },
  {
    name: "operator_visit_of_operators",
    protects: "access",
    file: signIns,
    changes: [{ from: "row.is_operator ? (permits[0]?.id ?? null) : null", to: "permits[0]?.id ?? null" }],
    killedBy: { file: operator, test: `${visit} opens nothing to others, and nothing at other sellers` },
  },
  {
    name: "operator_visit_reads",
    protects: "access",
    file: mount,
    changes: [
      {
        from: 'const isReadOnly = isVisitor && endpoint.method !== "GET";',
        to: 'const isReadOnly = isVisitor && endpoint.method === "PUT";',
      },
    ],
    killedBy: { file: operator, test: `${visit} is possible only when an owner lets them in` },
  },
  {
    name: "operator_visit_beside_a_role",
    protects: "access",
    file: mount,
    changes: [
      {
        from: "found.roles.length === 0 && found.permit_id !== null ? new Set",
        to: "found.permit_id !== null ? new Set",
      },
    ],
    killedBy: { file: operator, test: `${visit} adds nothing to the role that an operator has there` },
  },
  {
    name: "operator_visit_audited",
    protects: "access",
    file: mount,
    changes: [{ from: "if (isVisitor) await deps.recordVisit(atSeller);", to: "" }],
    killedBy: { file: operator, test: `${visit} is possible only when an owner lets them in` },
  },
  {
    name: "operator_invites_no_second_owner",
    protects: "access",
    file: "apps/server/src/office/operator/operatorUseCases.ts",
    changes: [
      {
        from: "lockOwners({ db: ctx.db, seller })).length > 0)",
        to: "lockOwners({ db: ctx.db, seller })).length > 99)",
      },
    ],
    killedBy: { file: operator, test: "the operator invites no owner of a seller that has one" },
  },
  {
    name: "suspended_seller_holds_nothing",
    protects: "money",
    file: "apps/server/src/modules/cart/hold/requireOnSale.ts",
    changes: [{ from: "if (seller.is_suspended === true) throw", to: 'if (seller.slug === "") throw' }],
    killedBy: { file: operator, test: "a suspended seller sells nothing and takes no new payment" },
  },
  {
    name: "suspended_seller_adds_no_tickets",
    protects: "money",
    file: "apps/server/src/modules/cart/hold/holdBatchState.ts",
    changes: [{ from: " ?? (change.add.length > 0 ? refuseAddedTickets(ctx, cart) : undefined)", to: "" }],
    killedBy: { file: linkedCarts, test: "a cart at a suspended seller takes no more tickets, however it is reached" },
  },
  {
    name: "suspended_seller_changes_orders_by_link",
    protects: "money",
    file: "apps/server/src/modules/cart/hold/requireOnSale.ts",
    changes: [{ from: "&& !cart?.change && !cart?.part_paid", to: "" }],
    killedBy: { file: operator, test: "a suspended seller changes its orders on" },
  },
  {
    name: "suspended_seller_takes_no_payment",
    protects: "money",
    file: "apps/server/src/modules/checkout/payment/startPayment.ts",
    changes: [{ from: "if (isNew && !cart.change && !cart.part_paid) requireOnSale(ctx);", to: "" }],
    killedBy: { file: operator, test: "a suspended seller sells nothing and takes no new payment" },
  },
  {
    name: "suspended_seller_completes_no_free_cart",
    protects: "money",
    file: "apps/server/src/modules/checkout/order/prepareCheckout.ts",
    changes: [{ from: "if (isFree && !cart.change) requireOnSale(ctx);", to: "" }],
    killedBy: { file: operator, test: "a suspended seller completes no free cart that was held before" },
  },
  {
    name: "suspended_seller_gives_nothing_away",
    protects: "money",
    file: "apps/server/src/office/comps/makeComp.ts",
    changes: [{ from: "  requireOnSale(ctx);\n", to: "" }],
    killedBy: { file: operator, test: "a suspended seller completes no free cart that was held before" },
  },
  {
    name: "suspended_seller_restores_no_cart",
    protects: "money",
    file: "apps/server/src/modules/checkout/late/restoreLateCart.ts",
    changes: [{ from: "ctx.seller.is_suspended === true && !cart?.change", to: "false" }],
    killedBy: { file: operator, test: "a suspended seller takes no money that comes after its tickets were let go" },
  },
  {
    name: "suspended_seller_changes_orders",
    protects: "money",
    file: "apps/server/src/modules/checkout/order/prepareCheckout.ts",
    changes: [{ from: "if (isFree && !cart.change) requireOnSale(ctx);", to: "if (isFree) requireOnSale(ctx);" }],
    killedBy: { file: operator, test: "a suspended seller changes its orders on" },
  },
  {
    name: "saved_view_of_its_person",
    protects: "access",
    file: "apps/server/src/office/views/savedViews.sql.ts",
    changes: [
      {
        from: '    .where("id", "=", id)\n    .where((eb) => eb.or([eb("staff_id", "=", staff_id), eb("is_shared", "=", true)]))',
        to: '    .where("id", "=", id)',
      },
      { from: "{ id, staff_id }: Pick<StoredView", to: "{ id }: Pick<StoredView" },
    ],
    killedBy: { file: views, test: "a saved view of one's own is seen, renamed and deleted by oneself alone" },
  },
  {
    name: "saved_view_of_everybody",
    protects: "access",
    file: "apps/server/src/office/views/viewUseCases.ts",
    changes: [
      { from: "is_shared ? staff.can(sharesViews) : staff_id === staff.id", to: "is_shared || staff_id === staff.id" },
    ],
    killedBy: { file: views, test: "a saved view of everybody is saved, renamed and deleted by those" },
  },
  {
    name: "rows_of_staff_are_limited",
    protects: "access",
    file: "apps/server/src/office/limits/requireRoom.ts",
    changes: [{ from: "if (counted < most) return;", to: "if (counted <= most) return;" }],
    killedBy: {
      file: "apps/server/src/office/limits/requireRoom.test.ts",
      test: "somebody is invited while fewer invitations are open than the limit",
    },
  },
];
