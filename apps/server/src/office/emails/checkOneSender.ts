import type { checkSender } from "@foyer/contract/office/senderCheck.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { countSenderCheck } from "../../modules/staff/staffAttempts.ts";

/** What the DNS says about the domain of an address, whether the address is in a draft or only typed. */
export const checkOneSender = async (
  ctx: StaffContext,
  { address }: StaffReceived<typeof checkSender>,
): Promise<StaffReply<typeof checkSender>> => {
  await countSenderCheck({ ...ctx, db: ctx.acrossSellers }, ctx.staff.id);
  return ctx.providers.checkSender(address.slice(address.lastIndexOf("@") + 1).toLowerCase());
};
