import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { transact } from "../../../db/transact.ts";
import type { Database } from "../../../db/connections.ts";
import { refusalText } from "../../../errors/refusalText.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { sellerContext } from "../../../http/sellerContext.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { paymentsForReview, sellerOfPayment } from "../../../modules/checkout/reconcile/manualReview.sql.ts";
import { finishReviewOf, refundReviewed, reviewTexts } from "../../../modules/checkout/reconcile/reviewPayment.ts";
import { writeEntry } from "../../../modules/audit/audit.ts";
import type { RefundWithin } from "../../../modules/checkout/refund/refundPayment.ts";
import { settlePayment } from "../../../modules/checkout/reconcile/settlePayments.ts";
import { findOrder } from "../../../modules/orders/readOrders.ts";
import { findPayment } from "../../../modules/checkout/payment/payments.sql.ts";
import type { Command, CommandContext } from "../../command.ts";
import { commandScope } from "../../commandScope.ts";

/** `foyer payments`: payments that need attention, and what to do about them. */
export const paymentsCommand: Command = {
  usage: "[SLUG | refund PAYMENT [AMOUNT] | settle PAYMENT | done PAYMENT]",
  description: [
    "Lists payments that need attention, of one seller or of all; exit code 1 if there are any",
    "refund PAYMENT [AMOUNT]  refunds AMOUNT, or all that is left of the payment",
    "settle PAYMENT           reads the payment's state from its provider and completes or voids it",
    "done PAYMENT             removes it from the list until something new happens to it",
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

const sellerNamed = async (acrossSellers: Database, slug: string): Promise<string> => {
  const seller = await sellerFinder(acrossSellers, 0)(slug);
  if (!seller) throw new Error(`There is no seller '${slug}'.`);
  return seller.id;
};

const listPayments = async (context: CommandContext, slug: string | undefined): Promise<number> => {
  const acrossSellers = (await context.openConnections()).acrossSellers();
  const found = await paymentsForReview(acrossSellers, slug && (await sellerNamed(acrossSellers, slug)));
  for (const {
    slug,
    payment_id,
    reason,
    since,
    gateway_id,
    sum,
    amount,
    refunded,
    currency,
    order_number,
    detail,
  } of found) {
    const { what, help } = reviewTexts[reason];
    const about = sum === amount ? [] : [`about ${toDecimal(sum, currency)} ${currency}`];
    const sums = `${toDecimal(amount, currency)} ${currency}${refunded > 0 ? ` (${toDecimal(refunded, currency)} refunded)` : ""}`;
    const order = order_number === null ? "no order" : `order ${order_number}`;
    context.print([slug, payment_id, gateway_id, sums, order, `since ${since.slice(0, 16)}Z`, ...about].join("\t"));
    context.print(`  ${what}${detail === null ? "" : ` (${detail})`}: ${help}`);
  }
  context.print(
    found.length === 0
      ? "No payment needs attention."
      : `${found.length} ${found.length === 1 ? "payment needs" : "payments need"} attention.`,
  );
  return found.length === 0 ? 0 : 1;
};

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

type Action = "refund" | "settle" | "done";
type PaymentContext = Pick<RequestContext, "db" | "seller" | "providers" | "log">;

const runAction = async (
  context: CommandContext,
  action: Action,
  payment_id: string,
  given: string | undefined,
): Promise<number> => {
  const connections = await context.openConnections();
  const owner = isUuid(payment_id) ? await sellerOfPayment(connections.acrossSellers(), payment_id) : undefined;
  const seller = owner && (await sellerFinder(connections.acrossSellers(), 0)(owner.slug));
  if (!owner || !seller) throw new Error(`There is no payment '${payment_id}'.`);
  const { print } = context;
  const entity = { kind: "payment", id: payment_id } as const;
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => print(message),
    error: (_: object, message: string) => print(message),
  };
  const ctx = sellerContext({ connections, providers: await context.openProviders(connections), log }, seller);
  switch (action) {
    case "done":
      await transact(ctx, async (tx) => {
        await finishReviewOf(tx, payment_id);
        await writeEntry(commandScope(tx.db, seller.id), { action: "payment.reviewed", entity });
      });
      print("The payment is removed from the list until something new happens to it.");
      return 0;
    case "settle":
      await writeEntry(commandScope(ctx.db, seller.id), { action: "payment.settled", entity });
      await settlePayment(ctx, payment_id);
      return printPayment(ctx, payment_id, print);
    case "refund":
      return (await refund(ctx, payment_id, parseAmount(given, owner.currency), print))
        ? printPayment(ctx, payment_id, print)
        : 1;
  }
};

type Print = CommandContext["print"];

const parseAmount = (given: string | undefined, currency: string): number | undefined => {
  if (given === undefined) return undefined;
  const amount = fromDecimal(given, currency);
  if (amount === undefined || amount <= 0) throw new Error(`'${given}' is not an amount in ${currency}.`);
  return amount;
};

/** Records a refund in the seller's audit log, in the same transaction: for its order, or for a payment without one. */
const auditedRefund =
  (payment_id: string): RefundWithin =>
  (ctx, work) =>
    transact(ctx, async (tx) => {
      const refund = await work(tx);
      if (!refund) return refund;
      const payment = await findPayment(tx, payment_id);
      const order_id = payment?.ticket_order_id;
      const order = order_id == null ? undefined : await findOrder(tx, order_id);
      const after = { refund: toDecimal(refund.amount, refund.currency) };
      await writeEntry(
        commandScope(tx.db, tx.seller.id),
        order
          ? { action: "order.refunded", entity: { kind: "order", id: String(order.order_number) }, after }
          : { action: "payment.refunded", entity: { kind: "payment", id: payment_id }, after },
      );
      return refund;
    });

/** Refunds an amount, or everything that is left. Returns whether the provider accepted it. */
const refund = async (
  ctx: PaymentContext,
  payment_id: string,
  amount: number | undefined,
  print: Print,
): Promise<boolean> => {
  const made = await refundReviewed(ctx, { payment_id, amount, within: auditedRefund(payment_id) }).catch(
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      print(`Nothing was refunded: ${refusalText(error)}`);
      return undefined;
    },
  );
  if (!made) return false;
  if (made === "busy") {
    print("Nothing was refunded: somebody is paying for a change of the order. Try again in a few minutes.");
    return false;
  }
  if (made === "nothing_left") {
    print("Nothing was refunded: the payment was not captured, or less than this amount is left of it.");
    return false;
  }
  if (made.state === "failed") {
    print(`The provider refused the refund (${made.failure ?? "no reason given"}).`);
    return false;
  }
  const sum = `${toDecimal(made.amount, made.currency)} ${made.currency}`;
  print(made.state === "succeeded" ? `${sum} refunded.` : `The refund of ${sum} is pending.`);
  return true;
};

const printPayment = async (ctx: PaymentContext, payment_id: string, print: Print): Promise<number> => {
  const payment = await findPayment(ctx, payment_id);
  if (!payment) return 0;
  const { state, ticket_order_id, refunded, amount, currency } = payment;
  const order = ticket_order_id ? " and has its order" : "";
  print(
    `The payment is ${state}${order}; ${toDecimal(refunded, currency)} of ${toDecimal(amount, currency)} ${currency} refunded.`,
  );
  return 0;
};
