import type { previewCompEmail } from "@foyer/contract/office/orders/compOrders.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { holdInTransaction } from "../../modules/cart/hold/holdInTransaction.ts";
import { requireOnSale } from "../../modules/cart/hold/requireOnSale.ts";
import { previewEmail } from "../../providers/mail/previewEmail.ts";
import { completeComp, holdOfComp, requestOfStaff, requireOversell } from "./makeComp.ts";
import { visitorForComp } from "./visitorForComp.ts";

/** The e-mail that a comp would send: everything is done in a transaction that is rolled back. */
export const previewComp = async (
  ctx: StaffContext,
  { oversells = false, ...to }: StaffReceived<typeof previewCompEmail>,
): Promise<StaffReply<typeof previewCompEmail>> => {
  requireOversell(ctx, oversells);
  requireOnSale(ctx);
  const request = await requestOfStaff(ctx, to);
  const email = await previewEmail((email_choice) =>
    rolledBack(ctx, async (tx) => {
      const cart_id = await holdInTransaction(visitorForComp(tx), holdOfComp({ request, oversells }));
      await completeComp(tx, cart_id, to, email_choice);
    }),
  );
  return { email };
};
