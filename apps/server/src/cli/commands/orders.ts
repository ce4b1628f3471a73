import { parseArgs } from "node:util";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import { sellerContext } from "../../http/sellerContext.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { cancelForVenue, quoteForVenue, type VenueNote } from "../../modules/aftersale/venue/cancelForVenue.ts";
import { readOrderForVenue } from "../../modules/aftersale/venue/readOrderForVenue.ts";
import type { CheckoutJobContext } from "../../modules/checkout/context.ts";
import { cancelPlan } from "../../modules/checkout/plan/cancelPlan.ts";
import { partPaidCart } from "../../modules/checkout/plan/schedule.sql.ts";
import { findOrderByNumber, type OrderRow } from "../../modules/orders/readOrders.ts";
import type { Command, CommandContext } from "../command.ts";

const options = {
  tickets: { type: "string" },
  to: { type: "string" },
  "waive-fee": { type: "boolean" },
  reason: { type: "string" },
  by: { type: "string" },
  confirm: { type: "boolean" },
} as const;
type Options = ReturnType<typeof parseOptions>["values"];

const parseOptions = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });

/** `foyer orders`: what an order has, and the venue's cancellations. */
export const ordersCommand: Command = {
  usage:
    "SLUG show ORDER | SLUG cancel ORDER|cart:CART [--tickets ID,…] [--to same_means|gift_card] [--waive-fee] [--confirm --reason TEXT --by NAME]",
  description: [
    "show ORDER         shows the tickets of an order that stand, with their ids, and its history",
    "cancel ORDER       prints what cancelling comes to; with --confirm it cancels, and what was bought ends: tickets,",
    "                   passes, memberships with their renewals, and gift cards of which nothing is spent",
    "cancel cart:CART   the same for a cart with a payment plan, by its reference number: every instalment goes back",
    "--tickets ID,…     only these tickets; without it all that stand but donations, which are given back when named",
    "--to               same_means: to what paid, the default; gift_card: as a new gift card for the purchaser",
    "--waive-fee        keeps no fee; without it the fee of the order's policy is kept",
    "--reason, --by     why, and who decided it; both are kept with the order",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseOptions(args);
    const [slug, action, given, ...others] = positionals;
    if (slug === undefined || given === undefined || others.length > 0 || (action !== "show" && action !== "cancel"))
      throw new Error(`foyer orders ${ordersCommand.usage}`);
    if (action === "show" && Object.keys(values).length > 0) throw new Error("The options need cancel.");
    const ctx = await openContext(context, slug);
    try {
      if (action === "show") return await showOrder(ctx, context, await requireOrderNumber(ctx, given));
      if (given.startsWith("cart:")) return await cancelCart(ctx, context, given.slice("cart:".length), values);
      return await cancelOrder(ctx, context, await requireOrderNumber(ctx, given), values);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      context.print(`Nothing was changed: ${error.text ?? error.description ?? refusalDescriptions[error.code]}`);
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

const noteOf = ({ reason = "", by = "" }: Options): VenueNote => {
  if (reason.trim() === "" || by.trim() === "") throw new Error("--confirm needs --reason and --by.");
  return { reason: reason.trim(), made_by: by.trim() };
};

const destinationOf = ({ to = "same_means" }: Options): "same_means" | "gift_card" => {
  if (to !== "same_means" && to !== "gift_card") throw new Error("--to is same_means or gift_card.");
  return to;
};

const cancelOrder = async (
  ctx: CheckoutJobContext,
  { print, now }: CommandContext,
  order: OrderRow,
  values: Options,
): Promise<number> => {
  const wanted = {
    now,
    ticket_ids: values.tickets?.split(",").map((id) => id.trim()),
    refund_to: destinationOf(values),
    waivesFee: values["waive-fee"] ?? false,
  };
  const note = values.confirm ? noteOf(values) : undefined;
  const quote = note ? await cancelForVenue(ctx, order, { ...wanted, note }) : await quoteForVenue(ctx, order, wanted);
  for (const line of quoteLines(quote, order.currency)) print(line);
  print(note ? "Cancelled." : "Nothing was changed. --confirm cancels.");
  return 0;
};

const quoteLines = (
  { tickets, value, fee, refunds, gift_card }: CancellationQuote,
  currency: string,
): readonly string[] => {
  const line = (what: string, amount: string): string[] =>
    (fromDecimal(amount, currency) ?? 0) > 0 ? [`${what}\t${amount} ${currency}`] : [];
  return [
    `${tickets.length} ${tickets.length === 1 ? "ticket" : "tickets"}: ${tickets.map(({ ticket_id }) => ticket_id).join(", ")}`,
    ...line("paid for them", value),
    ...line("fee kept", fee),
    ...refunds.flatMap(({ means, amount }) => line(means === null ? "refund" : `refund to ${means}`, amount)),
    ...line("new gift card", gift_card),
  ];
};

const cancelCart = async (
  ctx: CheckoutJobContext,
  { print }: CommandContext,
  given: string,
  values: Options,
): Promise<number> => {
  if (values.tickets !== undefined || values.to !== undefined || values["waive-fee"])
    throw new Error("A payment plan is cancelled whole: its instalments go back to what paid, without a fee.");
  const cart = await partPaidCart(ctx, parseNumber(given));
  if (!cart) throw new Error(`There is no cart ${given} of '${ctx.seller.slug}' that is paid in part.`);
  if (!values.confirm) {
    print("Every instalment goes back, and the places are free again. Nothing was changed. --confirm cancels.");
    return 0;
  }
  const { refunded, currency } = await cancelPlan(ctx, cart.id, noteOf(values));
  print(`refund\t${toDecimal(refunded, currency)} ${currency}`);
  print("Cancelled.");
  return 0;
};
