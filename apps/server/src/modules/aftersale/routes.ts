import {
  cancelOrderTickets,
  changeTicketNames,
  getOrderActions,
  quoteOrderCancellation,
} from "@foyer/contract/shop/orderChanges.ts";
import { route } from "../../http/mount.ts";
import { cancelTicketsOfOrder, quoteTicketCancellation } from "./cancel/cancelOrderTickets.ts";
import { renameTickets } from "./names/changeTicketNames.ts";
import { readOrderActions } from "./readOrderActions.ts";

const changeRefusals = [
  "not_found",
  "ticket_not_found",
  "ticket_state_incorrect",
  "tickets_too_old",
  "access_denied",
] as const;
const cancellationRefusals = [...changeRefusals, "min_tickets_per_order_not_met"] as const;

export const aftersaleRoutes = [
  route(getOrderActions, (ctx, sent) => readOrderActions(ctx, sent), { refuses: ["not_found"] }),
  route(quoteOrderCancellation, (ctx, sent) => quoteTicketCancellation(ctx, sent), { refuses: cancellationRefusals }),
  route(cancelOrderTickets, (ctx, sent) => cancelTicketsOfOrder(ctx, sent), {
    isIdempotent: true,
    refuses: [...cancellationRefusals, "payment_in_progress", "payment_incorrect_amount"],
  }),
  route(changeTicketNames, (ctx, sent) => renameTickets(ctx, sent), {
    isIdempotent: true,
    refuses: [...changeRefusals, "payment_in_progress"],
  }),
];
