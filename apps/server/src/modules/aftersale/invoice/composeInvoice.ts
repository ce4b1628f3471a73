import type { InvoiceDetails } from "@foyer/contract/shop/aftersale/invoice.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import { taxLines, taxOfFees, taxOfTicket, type TaxLine } from "@foyer/rules/checkout/taxLines.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { readCartTickets, type CartTicket } from "../../cart/read/readCartTickets.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import {
  buyerOfOrder,
  invoicedChanges,
  invoicedPayments,
  soldGroups,
  type InvoicedChange,
  type InvoicedPayment,
} from "./invoice.sql.ts";
import { lastDetails, readRevisions } from "./invoiceDetails.sql.ts";
import { invoiceNumber, presentDetails, requireInvoiceSettings } from "./invoiceOfOrder.ts";

/** Tickets of one kind at one price, with fees and discounts; amounts in minor units. */
export type InvoiceLine = {
  /** The first of these tickets. */
  readonly ticket: CartTicket;
  readonly quantity: number;
  readonly unit: number;
  readonly gross: number;
  /** The name of its tax; null if it bears none. */
  readonly name: string | null;
  readonly percent: number | null;
};

/** The contents of an invoice, as the order is now. Amounts in minor units. */
export type Invoice = {
  readonly order: OrderRow;
  readonly number: string;
  readonly issued_at: string;
  readonly settings: InvoiceSettings;
  readonly company: InvoiceDetails | null;
  /** Null for a visitor who has only the order's link, because they may not see whose order it is. */
  readonly buyer_name: string | null;
  readonly lines: readonly InvoiceLine[];
  /** The fees that the seller kept for given-up tickets, taxed at the default rate. */
  readonly fees: number;
  readonly taxes: readonly TaxLine[];
  readonly total: number;
  readonly changes: readonly InvoicedChange[];
  readonly payments: readonly InvoicedPayment[];
};

/**
 * Composes an order's invoice from its current tickets, with the rates and the seller's details at the time of purchase.
 */
export const composeInvoice = async (ctx: RequestContext, order: OrderRow): Promise<Invoice> => {
  const current = requireInvoiceSettings(ctx);
  const settings = order.invoice_settings ?? current;
  const groups = new Map((await soldGroups(ctx, order.id)).map((group) => [group.id, group]));
  const taxOf = (ticket: CartTicket) =>
    taxOfTicket({ ...ticket, event_category: groups.get(ticket.ticket_group_id)?.category ?? null }, settings);
  const tickets = (await readCartTickets(ctx.db, ctx.seller.id, [order.cart_id])).get(order.cart_id) ?? [];
  const lines = groupTickets(
    tickets.filter(({ ticket_order_id }) => ticket_order_id === order.id),
    taxOf,
  );
  const changes = await invoicedChanges(ctx, order.id);
  const fees = changes.reduce((sum, { fee }) => sum + fee, 0);
  const taxes = taxLines([...lines, { ...taxOfFees(settings), gross: fees }]);
  const revisions = await readRevisions(ctx, order.id);
  return {
    order,
    number: invoiceNumber(order, revisions.count),
    issued_at: revisions.last_at ?? order.created_at,
    settings,
    company: presentDetails(await lastDetails(ctx, order.id)),
    buyer_name: await nameForBuyer(ctx, order),
    lines,
    fees,
    taxes,
    total: taxes.reduce((sum, { gross }) => sum + gross, 0),
    changes,
    payments: await invoicedPayments(ctx, order.id),
  };
};

const nameForBuyer = async (ctx: RequestContext, order: OrderRow): Promise<string | null> => {
  if (ctx.visitor?.identity_id !== order.owner_identity_id) return null;
  const buyer = await buyerOfOrder(ctx, order.identity_id);
  const name = [buyer?.first_name, buyer?.last_name].filter(Boolean).join(" ");
  return name === "" ? null : name;
};

/** In listing order. */
const groupTickets = (
  tickets: readonly CartTicket[],
  taxOf: (ticket: CartTicket) => Pick<InvoiceLine, "name" | "percent">,
): readonly InvoiceLine[] =>
  [...Map.groupBy(tickets, keyOf).values()].flatMap((alike) => {
    const [ticket] = alike;
    if (!ticket) return [];
    const unit = paidFor(ticket);
    return { ticket, quantity: alike.length, unit, gross: unit * alike.length, ...taxOf(ticket) };
  });

const paidFor = ({ adjusted_value, fee_fixed, fee_percent }: CartTicket): number =>
  adjusted_value + fee_fixed + fee_percent;

const keyOf = (ticket: CartTicket): string =>
  [ticket.ticket_type_id, ticket.event_session_id ?? "", paidFor(ticket), ticket.tax?.percent, ticket.tax?.name].join(
    " ",
  );
