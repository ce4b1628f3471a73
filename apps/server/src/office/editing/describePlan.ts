import type { planPublish, publishDrafts } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { importReport } from "../../catalogue/apply/importReport.ts";
import type { ImportPlan } from "../../catalogue/diff/planImport.ts";
import { countSoldTickets, heldTickets, typePrices, type TicketInCart, type TouchedIds } from "./touched.sql.ts";

type DescribedPlan = Omit<StaffReply<typeof publishDrafts>, "revision"> & Pick<StaffReply<typeof planPublish>, "lines">;

const idsOf = ({ changed, retired }: { changed: readonly { id: string }[]; retired: readonly { id: string }[] }) =>
  [...changed, ...retired].map(({ id }) => id);

/** What a plan does in words and numbers, read before it is applied. */
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
  const hasOldPrice = await oldPriceFinder({ db, seller }, plan);
  const carts = (tickets: readonly TicketInCart[]) => new Set(tickets.map(({ cart_id }) => cart_id)).size;
  const isTouched = touchedBy(touched);
  const { lines } = importReport(plan, { isNew: true, number: 0 });
  return {
    lines: lines.map(({ names, ...line }) => ({ ...line, names: [...names] })),
    changes_seller: plan.seller.is !== "same",
    sold_tickets: await countSoldTickets(db, seller.id, touched),
    carts: carts(held.filter((ticket) => isTouched(ticket) || hasOldPrice(ticket))),
    carts_with_old_price: carts(held.filter(hasOldPrice)),
  };
};

const touchedBy = ({ sessions, groups, types, events }: TouchedIds) => {
  const ids = new Set([...sessions, ...groups, ...types, ...events]);
  return (ticket: TicketInCart): boolean =>
    [ticket.event_session_id, ticket.ticket_group_id, ticket.ticket_type_id, ticket.event_template_id].some(
      (id) => id !== null && ids.has(id),
    );
};

/** Finds tickets in carts whose price, fee or limit is another one afterwards: they keep theirs. */
const oldPriceFinder = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  { types, prices, limitsChanged }: ImportPlan,
): Promise<(ticket: TicketInCart) => boolean> => {
  const before = new Map(
    (
      await typePrices(
        db,
        seller.id,
        types.changed.map(({ id }) => id),
      )
    ).map((price) => [price.id, price]),
  );
  const changedTypes = new Set(
    types.changed.flatMap((type) => {
      const was = before.get(type.id);
      const isSame =
        was?.currency_amount === type.currency_amount &&
        was.currency_amount_min === type.currency_amount_min &&
        was.currency_amount_max === type.currency_amount_max &&
        was.fee_fixed_outside === type.fee_fixed_outside &&
        was.fee_percent_outside === type.fee_percent_outside;
      return isSame ? [] : [type.id];
    }),
  );
  const groups = new Set(limitsChanged);
  const sessions = new Set(
    [...prices.added, ...prices.changed, ...prices.removed].map(
      ({ event_session_id, ticket_type_id }) => `${event_session_id}/${ticket_type_id}`,
    ),
  );
  return ({ ticket_type_id, ticket_group_id, event_session_id }) =>
    changedTypes.has(ticket_type_id) ||
    groups.has(ticket_group_id) ||
    sessions.has(`${event_session_id}/${ticket_type_id}`);
};
