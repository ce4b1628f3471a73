import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { markReviewed, paymentsForReview, sellerOfPayment, type PaymentForReview } from "../../modules/checkout/reconcile/manualReview.sql.ts";
import { refundPayment } from "../../modules/checkout/refund/refundPayment.ts";
import { settlePayment } from "../../modules/checkout/reconcile/settlePayments.ts";
import { findPayment } from "../../modules/checkout/payment/payments.sql.ts";
import type { Command, CommandContext } from "../command.ts";

const reasons: Readonly<Record<PaymentForReview["reason"], { readonly what: string; readonly help: string }>> = {
  no_order: { what: "taken, without an order", help: "settle, or refund" },
  refund_failed: { what: "could not be given back", help: "refund again; else give it back another way, then done" },
  dispute: { what: "the payer disputes it", help: "answer at the provider" },
  part_given_back: { what: "a part was given back at the provider", help: "see which tickets it was for, then done" },
  used_given_back: { what: "given back whole, and tickets were used", help: "see whether that was meant, then done" },
  overdue: {
    what: "a part of the cart has been due for a week",
    help: "write to its buyer; when all its payments are refunded, the cart ends",
  },
  under_way: { what: "under way for more than two weeks", help: "ask the provider; settle looks again" },
};

/** `foyer payments`: those with which the shop does not get on alone, and what a person can do about them. */
export const paymentsCommand: Command = {
  usage: "[SLUG | refund PAYMENT [AMOUNT] | settle PAYMENT | done PAYMENT]",
  description: [
    "Lists payments that need a person, of one seller or of all; exit code 1 when there are some",
    "refund PAYMENT [AMOUNT]  gives back all that is left of a payment, or so much of it",
    "settle PAYMENT           asks its provider how it stands, and goes on from there",
    "done PAYMENT             takes it off the list until something new happens to it",
  ].join("\n"),
  run: async ([action, ...given], context) => {
    if (action === "refund" || action === "settle" || action === "done") {
      const [payment_id, amount, ...others] = given;
      if (payment_id === undefined || others.length > 0 || (amount !== undefined && action !== "refund"))
        throw new Error(`foyer payments ${paymentsCommand.usage}`);
      return runAction(context, action, payment_id, amount);
    }
    if (given.length > 0) throw new Error(`foyer payments ${paymentsCommand.usage}`);
    return listPayments(context, action);
  },
};

const listPayments = async (context: CommandContext, slug: string | undefined): Promise<number> => {
  const found = await paymentsForReview((await context.openConnections()).acrossSellers(), slug);
  for (const { slug, payment_id, reason, since, gateway_id, amount, refunded, currency, order_number, detail } of found) {
    const { what, help } = reasons[reason];
    const sums = `${toDecimal(amount, currency)} ${currency}${refunded > 0 ? ` (${toDecimal(refunded, currency)} back)` : ""}`;
    const order = order_number === null ? "no order" : `order ${order_number}`;
    context.print([slug, payment_id, gateway_id, sums, order, `since ${since.slice(0, 16)}Z`].join("\t"));
    context.print(`  ${what}${detail === null ? "" : ` (${detail})`}: ${help}`);
  }
  context.print(found.length === 0 ? "No payment needs a person." : `${found.length} to look at.`);
  return found.length === 0 ? 0 : 1;
};

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const runAction = async (
  context: CommandContext,
  action: "refund" | "settle" | "done",
  payment_id: string,
  given: string | undefined,
): Promise<number> => {
  const connections = await context.openConnections();
  const owner = isUuid(payment_id) ? await sellerOfPayment(connections.acrossSellers(), payment_id) : undefined;
  const seller = owner && (await sellerFinder(connections.acrossSellers(), 0)(owner.slug));
  if (!owner || !seller) throw new Error(`There is no payment '${payment_id}'.`);
  const { print } = context;
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => print(message),
    error: (_: object, message: string) => print(message),
  };
  const shop = {
    db: connections.forSeller(seller.id),
    seller,
    providers: await context.openProviders(connections),
    log,
  };

  if (action === "done") {
    await markReviewed(shop, payment_id);
    print("Off the list until something new happens to it.");
    return 0;
  }
  if (action === "settle") await settlePayment(shop, payment_id);
  else {
    const amount = given === undefined ? undefined : fromDecimal(given, owner.currency);
    if (given !== undefined && (amount === undefined || amount <= 0))
      throw new Error(`'${given}' is no amount in ${owner.currency}.`);
    const refund = await refundPayment(shop, { payment_id, reason: "asked", ...(amount !== undefined && { amount }) });
    if (!refund) {
      print("Nothing was given back: so much is not left of it, or it was never taken.");
      return 1;
    }
    print(
      refund.state === "failed"
        ? `The provider did not give it back (${refund.failure ?? "no reason given"}).`
        : `${toDecimal(refund.amount, refund.currency)} ${refund.currency} ${refund.state === "succeeded" ? "given back" : "on its way back"}.`,
    );
    if (refund.state === "failed") return 1;
  }
  const payment = await findPayment(shop, payment_id);
  if (payment)
    print(
      `The payment is ${payment.state}${payment.ticket_order_id ? " and has its order" : ""}; ${toDecimal(payment.refunded, payment.currency)} of ${toDecimal(payment.amount, payment.currency)} ${payment.currency} went back.`,
    );
  return 0;
};
