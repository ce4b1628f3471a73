import type { resendMyOrders, resendOrders } from "@foyer/contract/shop/account.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { resendConfirmationEmail } from "../../checkout/emails/queueConfirmationEmail.ts";
import { cardEmail } from "../../membership/cards/cardEmail.ts";
import { isPlaceholderAddress } from "../../identity/users/users.ts";
import { requireCaptcha } from "../../identity/captcha/requireCaptcha.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { requireMember } from "../requireMember.ts";
import {
  otherCardsOfOrder,
  cardsToResend,
  deleteResendRequest,
  insertResendRequest,
  ordersToResend,
  type ResendFilter,
} from "./resendOrderEmails.sql.ts";
import { consumeResendQuota } from "./consumeResendQuota.ts";

/** The most e-mails of one request, so that nobody can flood another person's mailbox. */
const maxEmails = 5;

const noOrdersFound = (): Refused =>
  new Refused({
    code: "not_found",
    context: "account",
    description: "No orders could be found for this email address.",
  });

/**
 * Queues the confirmations of an address to be sent again, to that address only. Known and unknown addresses take the
 * same work before the answer. With `strict_resend` the answer does not reveal whether there are orders.
 */
export const resendOrderEmails = async (
  ctx: RequestContext,
  { email: typed, memberships_only = false }: Received<typeof resendOrders>,
): Promise<Reply<typeof resendOrders>> => {
  const email = typed.trim().toLowerCase();
  // A list of addresses is refused. E-mails go to the address on file anyway.
  if (!isEmail(email))
    throw new Refused({ code: "validate_not_email", context: "account", extra: { fields: ["email"] } });
  await requireCaptcha(ctx, "resend");
  await consumeResendQuota(ctx, "resend", email);
  const found = await transact(ctx, async (ctx) => {
    await insertResendRequest(ctx, { email, memberships_only });
    return (memberships_only ? cardsToResend : ordersToResend)(ctx, { email }, 1);
  });
  if (found.length === 0 && !ctx.seller.configuration.strict_resend) throw noOrdersFound();
  return { sent: true };
};

/** Sends the visitor's own e-mails again, when logged in. */
export const resendOwnEmails = async (
  ctx: RequestContext,
  { memberships_only = false }: Received<typeof resendMyOrders>,
): Promise<Reply<typeof resendMyOrders>> => {
  const { identity_id } = requireMember(ctx);
  await consumeResendQuota(ctx, "order_email", identity_id);
  const sent = await transact(ctx, (ctx) =>
    requeueEmails(ctx, { owner_identity_id: identity_id }, { memberships_only, occasion: newId() }),
  );
  if (sent === 0) throw noOrdersFound();
  return { sent: true };
};

type ResendContext = Pick<RequestContext, "db" | "seller" | "providers" | "now">;

/** Queues the e-mails of a request and deletes it, in one transaction. Called by the job. */
export const sendRequestedEmails = (
  ctx: ResendContext,
  { id, email, memberships_only }: { readonly id: string; readonly email: string; readonly memberships_only: boolean },
): Promise<number> =>
  transact(ctx, async (ctx) => {
    await deleteResendRequest(ctx, id);
    return requeueEmails(ctx, { email }, { memberships_only, occasion: id });
  });

type ResendOptions = { readonly memberships_only: boolean; readonly occasion: string };

const requeueEmails = (
  ctx: ResendContext,
  filter: ResendFilter,
  { memberships_only, occasion }: ResendOptions,
): Promise<number> =>
  memberships_only ? requeueCardEmails(ctx, filter, occasion) : requeueOrderEmails(ctx, filter, occasion);

/** Queues all upcoming orders, or else the latest past one. */
const requeueOrderEmails = async (ctx: ResendContext, filter: ResendFilter, occasion: string): Promise<number> => {
  const found = await ordersToResend(ctx, filter, maxEmails);
  const upcoming = found.filter(({ is_upcoming }) => is_upcoming);
  let sent = 0;
  for (const { id } of upcoming.length > 0 ? upcoming : found.slice(0, 1))
    if (await resendConfirmationEmail(ctx, id, { occasion })) sent += 1;
  return sent;
};

/** Queues all current cards, or else the latest expired one, whose number is needed to renew. */
const requeueCardEmails = async (ctx: ResendContext, filter: ResendFilter, occasion: string): Promise<number> => {
  const found = await cardsToResend(ctx, filter, maxEmails);
  const valid = found.filter(({ is_expired }) => !is_expired);
  let sent = 0;
  for (const card of valid.length > 0 ? valid : found.slice(0, 1)) {
    if (card.to_address === null || isPlaceholderAddress(ctx, card.to_address)) continue;
    const { level_name, timezone, physical_card } = card;
    const others = card.party_role === "member" ? await otherCardsOfOrder(ctx, card) : [];
    const email = cardEmail(ctx.seller, ctx.providers.origin, {
      level_name,
      timezone,
      physical_card,
      renewed: false,
      own: card,
      others,
    });
    await queueEmail(ctx, {
      kind: "membership_card",
      ref_id: card.id,
      occasion,
      to_address: card.to_address,
      email,
    });
    sent += 1;
  }
  return sent;
};
