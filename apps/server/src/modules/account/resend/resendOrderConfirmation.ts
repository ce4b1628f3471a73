import type { emailOrder } from "@foyer/contract/shop/account.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { countFreeResend } from "../../checkout/emails/holdFreeConfirmations.ts";
import { resendConfirmationEmail } from "../../checkout/emails/queueConfirmationEmail.ts";
import { requireOrder } from "../../orders/readOrders.ts";
import { consumeResendQuota } from "./consumeResendQuota.ts";

/**
 * Sends an order's confirmation again, to the address on file. Its owner, or a visitor with the order's link, can request
 * it.
 */
export const resendOrderConfirmation = async (
  ctx: RequestContext,
  { ticket_order_id, token, log_context }: Received<typeof emailOrder>,
): Promise<Reply<typeof emailOrder>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  await consumeResendQuota(ctx, "order_email", order.id);
  await countFreeResend(ctx, order.id);
  const sent = await transact(ctx, (ctx) =>
    resendConfirmationEmail(ctx, order.id, { occasion: newId(), change: log_context }),
  );
  ctx.log.info({ event: "order_emailed", log_context: log_context ?? "tickets" }, "order e-mail requested again");
  return { sent };
};
