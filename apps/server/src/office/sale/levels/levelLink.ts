import { counterLinkMinutes, type CounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import type { sendLevelLink } from "@foyer/contract/office/members/changeLevel.ts";
import type { MemberEmails, previewLevelLink } from "@foyer/contract/office/members/memberEmails.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { newId } from "../../../db/newId.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { requireOnSale } from "../../../modules/cart/hold/requireOnSale.ts";
import { closingWhereRefused } from "../../comps/makeComp.ts";
import { visitorForComp } from "../../comps/visitorForComp.ts";
import { chosenEmail, withSentence } from "../../../providers/mail/emailOptions.ts";
import { previewAlone } from "../../members/emails/previewInMember.ts";
import { memberEntity, requireCardMember } from "../../members/memberTransaction.ts";
import { insertLink, linkOfSale } from "../links/links.sql.ts";
import { presentLink } from "../links/makeLink.ts";
import { holdForSale } from "../holdForSale.ts";
import { lockLevelChange, priceHeldLevel, requireShown } from "./bookLevelChange.ts";
import { purchaserOf } from "./changeLevel.ts";
import { queueLevelLinkEmail } from "./levelLinkEmail.ts";
import { setChangeCart } from "./levels.sql.ts";
import { planLevelChange, readChangeable } from "./planLevelChange.ts";

type Sent = StaffReceived<typeof sendLevelLink>;

const invalid = (field: keyof Sent): Refused =>
  new Refused({ code: "validation_failed", context: "membership", extra: { fields: [field] } });

/**
 * Holds the places of a dearer level in a cart without an owner, and e-mails the holder a link to pay for it. The level
 * changes with the order.
 */
export const sendLinkToChangeLevel = async (ctx: StaffContext, sent: Sent): Promise<CounterLink> => {
  const { membership_id, version, level, due } = sent;
  const known = await linkOfSale(ctx, sent.change_id);
  if (known && known.staff_id !== ctx.staff.id) throw invalid("change_id");
  if (known) {
    ctx.audited.add("member.level_link_sent");
    return presentLink(ctx, known);
  }
  requireOnSale(ctx);
  await requireCardMember(ctx, membership_id, version);
  const { of, plan, shown } = await requireLink(ctx, { membership_id, level, due });
  const visitor = visitorForComp(ctx);
  const cart_id = await holdForSale(visitor, plan.request);
  return closingWhereRefused(visitor, cart_id, () =>
    changing(ctx, async (tx) => {
      const change = await lockLevelChange(tx, { cart_id, membership_id, version, level, of, shown });
      await priceHeldLevel(tx, cart_id, change);
      return markLink(tx, { sent, cart_id, ...change });
    }),
  );
};

/** The change as of now. Refuses one that cannot be paid by a link, and another amount than the one shown. */
const requireLink = async (
  ctx: StaffContext,
  { membership_id, level, due }: Pick<Sent, "membership_id" | "level" | "due">,
) => {
  if ((fromDecimal(due, ctx.seller.default_currency_code) ?? 0) <= 0) throw invalid("due");
  const of = await readChangeable(ctx, membership_id);
  requireTime(of.holder.valid_to, of.now);
  const plan = await planLevelChange(ctx, of, level);
  const shown = { due, back: "0" };
  requireShown(ctx, plan, shown);
  return { of, plan, shown };
};

type Priced = Awaited<ReturnType<typeof lockLevelChange>> & { readonly sent: Sent; readonly cart_id: string };

/** What the e-mail says about the change. */
const linkedChange = ({ of, plan }: Pick<Priced, "of" | "plan">) => {
  const { email: to, first_name } = purchaserOf(of);
  return { to, first_name, total: plan.due, level: plan.name, former: of.holder.level };
};

/** The e-mail with the link. Nothing is held for it, so it shows no cart. */
export const previewLevelLinkEmail = async (
  ctx: StaffContext,
  { membership_id, level, due }: StaffReceived<typeof previewLevelLink>,
): Promise<MemberEmails> => {
  requireOnSale(ctx);
  await requireCardMember(ctx, membership_id);
  const { of, plan } = await requireLink(ctx, { membership_id, level, due });
  const cart_id = newId();
  const expires_at = ctx.now.add({ minutes: counterLinkMinutes }).toString();
  return previewAlone(
    ctx,
    "level_link",
    (ctx) => queueLevelLinkEmail(ctx, { cart_id, expires_at, ...linkedChange({ of, plan }) }),
    [cart_id],
  );
};

const markLink = async (ctx: StaffContext, { sent, cart_id, of, plan }: Priced): Promise<CounterLink> => {
  const { db, seller } = ctx;
  const { change_id, membership_id } = sent;
  const total = plan.due;
  await insertLink(ctx, { cart_id, sale_id: change_id, total, minutes: counterLinkMinutes });
  const membership_ids = of.party.map((one) => one.membership_id);
  await setChangeCart(db, seller.id, { membership_ids, cart_id });
  const link = await linkOfSale(ctx, change_id);
  if (!link) throw new Error(`The link of change ${change_id} is missing`);
  const emailOptions = withSentence("level_link", sent.sentence);
  await queueLevelLinkEmail({ ...ctx, emailOptions }, { ...link, ...linkedChange({ of, plan }) });
  await audit(ctx, {
    action: "member.level_link_sent",
    entity: memberEntity(membership_id),
    after: {
      level: plan.name,
      total: toDecimal(total, seller.default_currency_code),
      until: link.expires_at,
      ...chosenEmail(emailOptions),
    },
  });
  return presentLink(ctx, link);
};

/** A link is valid for half an hour, and a payment takes some time. */
const requireTime = (valid_to: string, now: Temporal.Instant): void => {
  if (Temporal.Instant.compare(Temporal.Instant.from(valid_to), now.add({ hours: 2 })) > 0) return;
  throw new Refused({
    code: "ticket_state_incorrect",
    context: "membership",
    description: "This membership ends today. Please renew it instead.",
  });
};
