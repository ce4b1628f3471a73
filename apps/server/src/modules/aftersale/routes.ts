import { getInvoicePdf, getOrderInvoice, saveInvoiceDetails } from "@foyer/contract/shop/aftersale/invoice.ts";
import {
  acceptOfferedChange,
  cancelOrderTickets,
  changeTicketNames,
  getOrderActions,
  quoteOrderCancellation,
} from "@foyer/contract/shop/aftersale/orderChanges.ts";
import {
  getSentCalendar,
  getSentTickets,
  getTicketSending,
  sendTickets,
  takeBackTickets,
} from "@foyer/contract/shop/aftersale/ticketSending.ts";
import { route } from "../../http/mount.ts";
import { cancelTicketsOfOrder, quoteTicketCancellation } from "./cancel/cancelOrderTickets.ts";
import { downloadInvoice } from "./invoice/downloadInvoice.ts";
import { readInvoice, saveCompany } from "./invoice/saveInvoiceDetails.ts";
import { acceptOffer } from "./venue/acceptOffer.ts";
import { renameTickets } from "./names/changeTicketNames.ts";
import { readOrderActions } from "./readOrderActions.ts";
import { downloadSentCalendar, downloadSentTickets, readTicketSending } from "./send/readTicketSending.ts";
import { sendTicketsOn } from "./send/sendTickets.ts";
import { takeTicketsBack } from "./send/takeBackTickets.ts";

const changeRefusals = [
  "not_found",
  "ticket_not_found",
  "ticket_state_incorrect",
  "tickets_too_old",
  "access_denied",
] as const;
const cancellationRefusals = [...changeRefusals, "min_tickets_per_order_not_met", "rule_blocks_reserve"] as const;

export const aftersaleRoutes = [
  route(getOrderActions, (ctx, sent) => readOrderActions(ctx, sent), { refuses: ["not_found"] }),
  route(acceptOfferedChange, (ctx, sent) => acceptOffer(ctx, sent), {
    refuses: ["not_found", "cart_expired", "payment_in_progress"],
    setsCookie: true,
  }),
  route(quoteOrderCancellation, (ctx, sent) => quoteTicketCancellation(ctx, sent), { refuses: cancellationRefusals }),
  route(cancelOrderTickets, (ctx, sent) => cancelTicketsOfOrder(ctx, sent), {
    isIdempotent: true,
    refuses: [...cancellationRefusals, "payment_in_progress", "payment_incorrect_amount"],
  }),
  route(changeTicketNames, (ctx, sent) => renameTickets(ctx, sent), {
    isIdempotent: true,
    refuses: [...changeRefusals, "payment_in_progress"],
  }),
  route(sendTickets, (ctx, sent) => sendTicketsOn(ctx, sent), {
    isIdempotent: true,
    refuses: [...changeRefusals, "payment_in_progress"],
  }),
  route(takeBackTickets, (ctx, sent) => takeTicketsBack(ctx, sent), {
    isIdempotent: true,
    refuses: ["not_found", "ticket_not_found", "ticket_state_incorrect", "payment_in_progress"],
  }),
  route(getTicketSending, (ctx, sent) => readTicketSending(ctx, sent), { refuses: ["not_found"] }),
  route(getSentTickets, (ctx, sent) => downloadSentTickets(ctx, sent), { isHeavy: true, refuses: ["not_found"] }),
  route(getOrderInvoice, (ctx, sent) => readInvoice(ctx, sent), { refuses: ["not_found"] }),
  route(saveInvoiceDetails, (ctx, sent) => saveCompany(ctx, sent), {
    refuses: ["not_found", "access_denied", "tickets_too_old", "too_many_requests"],
  }),
  route(getInvoicePdf, (ctx, sent) => downloadInvoice(ctx, sent), { isHeavy: true, refuses: ["not_found"] }),
  route(getSentCalendar, (ctx, sent) => downloadSentCalendar(ctx, sent), { refuses: ["not_found"] }),
];
