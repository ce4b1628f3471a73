import { toDecimal } from "@foyer/rules/values/money.ts";
import { refusalText } from "../../../errors/refusalText.ts";
import { Refused } from "../../../errors/refused.ts";
import { sellerContext } from "../../../http/sellerContext.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import {
  cancelForVenue,
  quoteForVenue,
  type ConfirmedVenueCancellation,
} from "../../../modules/aftersale/venue/cancelForVenue.ts";
import { readOrderForVenue } from "../../../modules/aftersale/venue/readOrderForVenue.ts";
import type { CheckoutJobContext } from "../../../modules/checkout/context.ts";
import { findOrderByNumber, type OrderRow } from "../../../modules/orders/readOrders.ts";
import type { Command, CommandContext } from "../../command.ts";
import { destinationOf, isAction, listOf, noteOf, parseOptions, refuseOtherOptions, type Options } from "./options.ts";
import { auditedChange } from "./auditedChange.ts";
import { moveOrder } from "./moveOrder.ts";
import { planCommand } from "./planCommand.ts";
import { quoteLines } from "./quoteLines.ts";

/** `foyer orders`: shows an order, and cancels or moves its tickets on behalf of the venue. */
export const ordersCommand: Command = {
  usage:
    "SLUG show ORDER|cart:CART | SLUG cancel ORDER|cart:CART [--tickets ID,…] [--to same_means|gift_card] [--waive-fee] [--confirm --reason TEXT --by NAME] | SLUG move ORDER|cart:CART --to SESSION [--tickets ID,…] [--type ID] [--seats NAME,…] [--refund-to same_means|gift_card] [--waive-fee] [--waive-difference] [--confirm --reason TEXT --by NAME]",
  description: [
    "show ORDER         shows the valid tickets of an order with their ids, and the order's history",
    "cancel ORDER       shows fee and refund; with --confirm it cancels tickets, passes, memberships with their renewals,",
    "                   and gift cards that have not been used",
    "move ORDER         shows fee, difference and refund; with --confirm it moves tickets to another session",
    "…   cart:CART      the same for a cart that is paid in instalments, by its reference number. Cancelling all of it",
    "                   refunds every instalment. Otherwise the open instalments change and keep their due dates",
    "--tickets ID,…     only these tickets. By default cancel takes all valid tickets except donations, and move takes all",
    "                   valid tickets of the event that are for another session",
    "--to               cancel: same_means (default) refunds to the original payment; gift_card sends the purchaser a card",
    "--to SESSION       move: the id of the session, as in the address of its page",
    "--type ID          move: the type of the new tickets; by default the same types",
    "--seats NAME,…     move: the seats, in the order of the tickets; by default the same seats if free, else the best",
    "--refund-to        move: where a refund goes, like --to of cancel",
    "--waive-fee        charges no fee; by default the fee of the order's policy",
    "--waive-difference move: sells dearer tickets for what was paid; without it such a move is refused",
    "--reason, --by     the reason, and who decided it; both are stored with the order",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseOptions(args);
    const [slug, action, given, ...others] = positionals;
    if (slug === undefined || given === undefined || others.length > 0 || !isAction(action))
      throw new Error(`foyer orders ${ordersCommand.usage}`);
    refuseOtherOptions(action, values);
    const ctx = await openContext(context, slug);
    try {
      if (given.startsWith("cart:"))
        return await planCommand(ctx, context, {
          action,
          cart_number: parseNumber(given.slice("cart:".length)),
          values,
        });
      if (action === "move") return await moveOrder(ctx, context, await requireOrderNumber(ctx, given), values);
      if (action === "show") return await showOrder(ctx, context, await requireOrderNumber(ctx, given));
      return await cancelOrder(ctx, context, await requireOrderNumber(ctx, given), values);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      context.print(`Nothing was changed: ${refusalText(error)}`);
      if (action === "move" && error.code === "payment_incorrect_amount")
        context.print("Use --waive-difference to move them without a payment.");
      return 1;
    }
  },
};

const openContext = async (context: CommandContext, slug: string): Promise<CheckoutJobContext> => {
  const connections = await context.openConnections();
  const seller = await sellerFinder(connections.acrossSellers(), 0)(slug);
  if (!seller) throw new Error(`There is no seller '${slug}'.`);
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => context.print(message),
    error: (_: object, message: string) => context.print(message),
  };
  return sellerContext({ connections, providers: await context.openProviders(connections), log }, seller);
};

const parseNumber = (given: string): number => {
  if (!/^\d{1,15}$/.test(given)) throw new Error(`'${given}' is not a number.`);
  return Number(given);
};

const requireOrderNumber = async (ctx: CheckoutJobContext, given: string): Promise<OrderRow> => {
  const order = await findOrderByNumber(ctx, parseNumber(given));
  if (!order) throw new Error(`There is no order ${given} of '${ctx.seller.slug}'.`);
  return order;
};

const showOrder = async (ctx: CheckoutJobContext, { print, now }: CommandContext, order: OrderRow): Promise<number> => {
  const { tickets, history, changes } = await readOrderForVenue(ctx, order, now);
  const money = (amount: string): string => `${amount} ${order.currency}`;
  print(
    `Order ${order.order_number}, ${order.created_at.slice(0, 16)}Z, ${money(toDecimal(order.total, order.currency))}`,
  );
  for (const { id, event_name, type_name, start_datetime, state, value } of tickets)
    print(
      [
        id,
        event_name,
        type_name,
        start_datetime === null ? "no date" : `${start_datetime.slice(0, 16)}Z`,
        state,
        money(toDecimal(value, order.currency)),
      ].join("\t"),
    );
  for (const { at, kind, tickets: count, amount, state, by_venue } of history)
    print(
      [
        `${at.slice(0, 16)}Z`,
        kind,
        ...(count > 0 ? [`${count} ${count === 1 ? "ticket" : "tickets"}`] : []),
        money(amount),
        ...(state === null ? [] : [state]),
        ...(by_venue ? ["by the venue"] : []),
      ].join("\t"),
    );
  for (const { created_at, reason, made_by } of changes)
    print(`${created_at.slice(0, 16)}Z\t${made_by ?? "erased"}: ${reason ?? "erased"}`);
  return 0;
};

const confirmCancel = (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { note, ...wanted }: ConfirmedVenueCancellation,
): Promise<CancellationQuote> => {
  const after = { ...(wanted.ticket_ids && { tickets: wanted.ticket_ids.length }), waives_fee: wanted.waivesFee };
  const within = auditedChange(ctx, { order, action: "order.cancelled", note, after });
  return cancelForVenue(ctx, order, { ...wanted, note, within });
};

const cancelOrder = async (
  ctx: CheckoutJobContext,
  { print, now }: CommandContext,
  order: OrderRow,
  values: Options,
): Promise<number> => {
  const wanted = {
    now,
    ticket_ids: listOf(values.tickets),
    refund_to: destinationOf("--to", values.to),
    waivesFee: values["waive-fee"] ?? false,
  };
  const note = values.confirm ? noteOf(values) : undefined;
  const quote = note ? await confirmCancel(ctx, order, { ...wanted, note }) : await quoteForVenue(ctx, order, wanted);
  const ids = quote.tickets.map(({ ticket_id }) => ticket_id);
  for (const line of quoteLines(ids, quote, order.currency)) print(line);
  print(note ? "Cancelled." : "Nothing was changed. To cancel, repeat with --confirm.");
  return 0;
};
