import type { emailOrder } from "@foyer/contract/account.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { queueConfirmationAgain } from "../checkout/queueConfirmation.ts";
import { openOrder } from "../orders/readOrders.ts";
import { countResend } from "./resendTries.ts";

/** An order's letter once more, asked for by its owner or with its link, to the address on file. */
export const emailOrderAgain = async (
  ask: Ask,
  { ticket_order_id, token, log_context }: Received<typeof emailOrder>,
): Promise<Reply<typeof emailOrder>> => {
  const order = await openOrder(ask, ticket_order_id, token);
  await countResend(ask, "order_email", order.id);
  const sent = await transact(ask, (ask) =>
    queueConfirmationAgain(ask, order.id, { occasion: newId(), about: log_context }),
  );
  ask.log.info(
    { event: "order_emailed", log_context: log_context ?? "tickets" },
    "an order's letter was asked for again",
  );
  return { sent };
};
