import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { limitKey, takeSharedLimits, limitBy } from "../../../http/limits/sharedLimits.ts";
import { addUses } from "../../../http/limits/sharedLimits.sql.ts";
import type { CheckoutContext } from "../context.ts";
import type { PaidCart } from "../order/createOrders.ts";
import { readOrderRow } from "../order/orders.sql.ts";
import { recipientOf } from "./recipients.sql.ts";

/**
 * Limits confirmations of free orders to one address: more than a person orders in a day. Without a limit, a stranger
 * could send any number of them without paying.
 */
const freeConfirmationLimit = { name: "free_confirmation", max: 10, windowSeconds: 24 * 3600 };

const isFree = ({ held, purchaser }: PaidCart): boolean =>
  held.total === 0 && Boolean(purchaser.email) && purchaser.meta.send_email !== false;

/**
 * Marks free orders whose address has received enough confirmations today: they are made, and their page says that no
 * e-mail was sent. Runs in the transaction of the orders; orders with a price send no statement.
 */
export const holdFreeConfirmations = async (
  pipeline: Pipeline,
  ctx: Pick<CheckoutContext, "seller" | "providers">,
  paid: readonly PaidCart[],
): Promise<readonly PaidCart[]> => {
  const free = paid.filter(isFree);
  if (free.length === 0) return paid;
  const keyOf = ({ purchaser }: PaidCart): Buffer =>
    limitKey(ctx, freeConfirmationLimit.name, normalizeEmail(purchaser.email ?? ""));
  const keys = new Map(free.map((cart) => [keyOf(cart).toString("hex"), keyOf(cart)]));
  const held = new Set<PaidCart>();
  // One address at a time, and nearly always there is only one. They are sorted so that two servers cannot deadlock.
  for (const [hex, key] of [...keys].toSorted(([one], [two]) => (one < two ? -1 : 1))) {
    const ofAddress = free.filter((cart) => keyOf(cart).toString("hex") === hex);
    const [row] = await addUses(pipeline, ctx.seller.id, [{ ...freeConfirmationLimit, key }], ofAddress.length);
    const left = freeConfirmationLimit.max - ((row?.used ?? 0) - ofAddress.length);
    for (const cart of ofAddress.slice(Math.max(0, left))) held.add(cart);
  }
  return paid.map((cart) => (held.has(cart) ? { ...cart, holdsConfirmation: true } : cart));
};

/**
 * Counts a confirmation that is sent again on request for a free order, together with those that were sent automatically.
 */
export const countFreeResend = async (ctx: RequestContext, order_id: string): Promise<void> => {
  const { total, identity_id } = await readOrderRow(ctx, order_id);
  const { email } = await recipientOf(ctx, identity_id);
  if (total > 0 || !email) return;
  const taken = await takeSharedLimits(ctx, [limitBy(freeConfirmationLimit, normalizeEmail(email))]);
  if ("wait" in taken)
    throw new Refused({ code: "too_many_requests", context: "account", extra: { retry_after: taken.wait } });
};
