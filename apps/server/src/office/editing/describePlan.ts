import type { planPublish } from "@foyer/contract/office/catalogue/publishing.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { countBuyers } from "../../catalogue/apply/countBuyers.ts";
import { reportLines } from "../../catalogue/apply/importReport.ts";
import type { ImportPlan } from "../../catalogue/diff/planImport.ts";
import { changedTypePrices, describePriceChanges, keptByCarts } from "./priceChanges.ts";
import { countSoldTickets, heldTickets, type TicketInCart, type TouchedIds } from "./touched.sql.ts";

export type DescribedPlan = Omit<
  StaffReply<typeof planPublish>,
  "revision" | "drafts" | "errors" | "doubts" | "conflicts" | "broken_promises"
>;

const idsOf = ({ changed, retired }: { changed: readonly { id: string }[]; retired: readonly { id: string }[] }) =>
  [...changed, ...retired].map(({ id }) => id);

/** What a plan does, in words and numbers. Read it before the plan is applied. */
export const describePlan = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  plan: ImportPlan,
): Promise<DescribedPlan> => {
  const touched: TouchedIds = {
    sessions: idsOf(plan.sessions),
    groups: idsOf(plan.groups),
    types: idsOf(plan.types),
    events: idsOf(plan.events),
  };
  const held = await heldTickets(db, seller.id);
  const changed = await changedTypePrices({ db, seller }, plan);
  const { hasOldPrice, hasOldTax, hasOldLimit } = keptByCarts(changed, plan);
  const carts = (tickets: readonly TicketInCart[]) => new Set(tickets.map(({ cart_id }) => cart_id)).size;
  const isTouched = touchedBy(touched);
  const { buyers } = await countBuyers(db, plan);
  const lines = reportLines(plan);
  return {
    lines: lines.map(({ names, ...line }) => ({ ...line, names: [...names] })),
    changes_seller: plan.seller.is !== "same",
    sold_tickets: await countSoldTickets(db, seller.id, touched),
    carts: carts(held.filter((ticket) => isTouched(ticket) || hasOldPrice(ticket) || hasOldLimit(ticket))),
    carts_with_old_price: carts(held.filter(hasOldPrice)),
    carts_with_old_tax: carts(held.filter(hasOldTax)),
    carts_with_old_limit: carts(held.filter(hasOldLimit)),
    buyers,
    price_changes: describePriceChanges(changed, plan),
  };
};

const touchedBy = ({ sessions, groups, types, events }: TouchedIds) => {
  const ids = new Set([...sessions, ...groups, ...types, ...events]);
  return (ticket: TicketInCart): boolean =>
    [ticket.event_session_id, ticket.ticket_group_id, ticket.ticket_type_id, ticket.event_template_id].some(
      (id) => id !== null && ids.has(id),
    );
};
