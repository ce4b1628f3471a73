import type { IncomingHttpHeaders } from "node:http";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { mergeRepeats, runIdempotentForStaff, type StaffReplies } from "../idempotency/idempotency.ts";
import type { AccountContext, OfficeContext, StaffContext } from "./staffContext.ts";

const isSignedIn = (ctx: OfficeContext): ctx is AccountContext => "staff" in ctx;
const isAtSeller = (ctx: AccountContext): ctx is StaffContext => "seller" in ctx;

/** Where replies to the caller are kept. What a device sends has its own ids: if sent again, it is recorded once. */
const repliesOf = ({ sealsReply }: StaffEndpoint, ctx: OfficeContext): StaffReplies | undefined => {
  if (!isSignedIn(ctx)) return undefined;
  const { db, sealer, staff } = ctx;
  const owner = isAtSeller(ctx) ? { seller_id: ctx.seller.id, identity_id: staff.id } : { staff_id: staff.id };
  return { db, owner, ...(sealsReply && { sealer }) };
};

/** Runs a call of the back office once for each idempotency key, and once for equal requests that must not be two. */
export const runOnce = (
  endpoint: StaffEndpoint,
  ctx: OfficeContext,
  { headers, sent }: { readonly headers: IncomingHttpHeaders; readonly sent: object },
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const replies = repliesOf(endpoint, ctx);
  if (!replies) return work();
  const call = { call: endpoint.name, sent };
  const once = endpoint.mergesRepeats ? () => mergeRepeats(replies, call, work) : work;
  return endpoint.keepsReply ? runIdempotentForStaff(replies, headers, call, once) : once();
};
