import * as z from "zod/mini";
import { Id, Instant, Money } from "../../basics.ts";
import { EmailChoice, EmailPreview, Reason, Version } from "../orders/deskActions.ts";
import { StaffEmail } from "../staff/signIn.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/*
 * A change of a membership carries the `version` that its page shows. If any of the person's memberships was changed since, it
 * is refused with `stale_version`, which says who did it last (`changed_by`), when (`changed_at`) and what (`change`).
 */

/**
 * Ends the automatic renewal of a term: nothing is charged, and the payer gets an e-mail. Only the payer can agree to it again.
 * Refused with `auto_renew_not_scheduled` where there is none.
 */
export const cancelMemberRenewal = staffEndpoint({
  name: "cancelMemberRenewal",
  method: "POST",
  path: "/members/:membership_id/cancel_renewal",
  summary: "Cancel the automatic renewal of a membership",
  can: "member.edit",
  audits: "member.renewal_cancelled",
  params: ofMember,
  body: z.strictObject({ version: Version, reason: Reason }),
  reply: Nothing,
});

/**
 * `money` and `refund_to` as at the order desk: `refund` by the policy of each order. `visits`: what becomes of tickets that were
 * bought with the membership and are not used yet.
 */
const ending = {
  money: z.enum(["refund", "waive_fee", "keep_all"]),
  refund_to: z.enum(["same_means", "gift_card"]),
  visits: z.enum(["keep", "cancel"]),
};

/**
 * `everybody` ends the membership. `card` takes off the one who is on this card, and leaves the others; fewer people than the
 * level needs, and its holder, are refused with `validation_failed` and the level's limit (`limit`).
 */
const whose = z.enum(["everybody", "card"]);

/** Tickets of one order that were bought with the membership, and are not used yet. */
export const MemberVisit = z.object({
  order_number: z.int(),
  event: z.string(),
  /** Null: without a date. */
  start_datetime: z.nullable(Instant),
  timezone: z.string(),
  tickets: z.int(),
});
export type MemberVisit = z.infer<typeof MemberVisit>;

export const MemberEndQuote = z.object({
  /** Everybody on the membership, whose cards end. */
  people: z.array(z.string()),
  order_number: z.int(),
  /** Orders of the running term from before its level was changed: they end with it, and their money goes back too. */
  earlier_orders: z.array(z.int()),
  value: Money,
  fee: Money,
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  /** Of all orders that are changed. */
  refund: Money,
  gift_card: Money,
  currency: z.string(),
  visits: z.array(MemberVisit),
  /** To whoever bought the membership. */
  email: z.nullable(EmailPreview),
});
export type MemberEndQuote = z.infer<typeof MemberEndQuote>;

/** A membership that was renewed is refused with `ticket_state_incorrect`: its next term is ended first. */
export const quoteMemberEnd = staffEndpoint({
  name: "quoteMemberEnd",
  method: "GET",
  path: "/members/:membership_id/end_quote",
  summary: "What ending a membership comes to. Changes nothing.",
  can: "member.cancel",
  audits: null,
  params: ofMember,
  query: z.strictObject({ ...ending, whose: z.optional(whose) }),
  reply: MemberEndQuote,
});

/**
 * Ends a membership at once, for everybody on it: its cards, its automatic renewal, and with `visits` the tickets that were bought
 * with it. Money that goes back needs `order.refund` too, within the limits of the order desk. `expected` is what was shown: if it
 * comes to something else by now, it is refused with `payment_incorrect_amount`.
 */
export const endMember = staffEndpoint({
  name: "endMember",
  method: "POST",
  path: "/members/:membership_id/end",
  summary: "End a membership",
  can: "member.cancel",
  audits: "member.ended",
  params: ofMember,
  body: z.strictObject({
    ...ending,
    whose: z.optional(whose),
    version: Version,
    reason: Reason,
    expected: z.strictObject({ refund: Money, gift_card: Money }),
    email: z.optional(EmailChoice),
  }),
  reply: Nothing,
});

/** Sends the card to the address that it has. Without one, `validation_failed` names `email`. */
export const resendMemberCard = staffEndpoint({
  name: "resendMemberCard",
  method: "POST",
  path: "/members/:membership_id/resend",
  summary: "Send a membership card again",
  can: "member.edit",
  audits: "member.card_resent",
  params: ofMember,
  reply: z.object({ to: z.string() }),
});

/**
 * Gives a card a new number and code in all its terms. The former ones are refused at the gate and at the login, and sign-ins by
 * number end. The card is sent to its address.
 */
export const replaceMemberNumber = staffEndpoint({
  name: "replaceMemberNumber",
  method: "POST",
  path: "/members/:membership_id/replace_number",
  summary: "Replace the number of a membership card that was lost",
  can: "member.edit",
  audits: "member.number_replaced",
  params: ofMember,
  body: z.strictObject({ version: Version, reason: Reason }),
  reply: z.object({ member_number: z.string(), to: z.nullable(z.string()) }),
});

/** Days that a term is lengthened by at once. */
export const maxAddedDays = 366;

/**
 * Moves the end of a term, for everybody on the membership, and the automatic renewal with it. Refused with
 * `ticket_state_incorrect`: a term that was cancelled, renewed, or has no end; and with `payment_in_progress` while the next term
 * is being charged.
 */
export const lengthenMember = staffEndpoint({
  name: "lengthenMember",
  method: "POST",
  path: "/members/:membership_id/lengthen",
  summary: "Lengthen the term of a membership by days",
  can: "order.override",
  audits: "member.lengthened",
  params: ofMember,
  body: z.strictObject({
    version: Version,
    days: z.int().check(z.minimum(1), z.maximum(maxAddedDays)),
    reason: Reason,
  }),
  reply: z.object({ valid_to: Instant }),
});

/**
 * Changes who is on a card, in this term and in later ones. A card that goes to another address, or with `is_other_person` to
 * somebody else, gets a new number and code and is sent there; the former ones are refused at the gate and at the login. For
 * somebody else it is not renewed automatically, since the payer has agreed to it for whoever was on it. What the level does not
 * allow is refused with `validation_failed` and what it asks (`limit`). A term that has ended is refused with
 * `ticket_state_incorrect`.
 */
export const changeMemberHolder = staffEndpoint({
  name: "changeMemberHolder",
  method: "POST",
  path: "/members/:membership_id/holder",
  summary: "Change who is on a membership card",
  can: "member.edit",
  audits: "member.holder_changed",
  params: ofMember,
  body: z.strictObject({
    version: Version,
    holder_name: z.nullable(z.string().check(z.trim(), z.maxLength(101))),
    holder_email: z.nullable(StaffEmail),
    is_other_person: z.boolean(),
    reason: Reason,
  }),
  reply: z.object({ member_number: z.string(), to: z.nullable(z.string()) }),
});

/**
 * Adds somebody to a membership, in a place that its level has free and without a price. The card has a number and a code of its
 * own, the benefits of its type and the term of the others, and is sent to its address or to the holder's. A place beyond the
 * level's limit, and one that costs money, are refused with `validation_failed` (`message`, `limit`): such a place is sold with
 * the next renewal. Refused with `ticket_state_incorrect` where the term has ended or was renewed, and with
 * `payment_in_progress` while its next term is charged.
 */
export const addMemberCard = staffEndpoint({
  name: "addMemberCard",
  method: "POST",
  path: "/members/:membership_id/add",
  summary: "Add somebody to a membership",
  can: "member.edit",
  audits: "member.card_added",
  params: ofMember,
  body: z.strictObject({
    version: Version,
    ticket_type_id: Id,
    holder_name: z.nullable(z.string().check(z.trim(), z.maxLength(101))),
    holder_email: z.nullable(StaffEmail),
    reason: Reason,
  }),
  reply: z.object({ membership_id: Id, member_number: z.string(), to: z.nullable(z.string()) }),
});

const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(50));

/** Somebody on a membership besides its holder. */
const PersonOnCard = z.strictObject({
  ticket_type_id: Id,
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(101))),
  email: z.optional(StaffEmail),
});

/**
 * Gives a membership away: sold like any, for nothing, within `comp_limits` as tickets are. First and last name and `email` are the
 * holder's. A party that the level does not allow is refused as at the checkout. It is not renewed automatically.
 */
export const giveMembership = staffEndpoint({
  name: "giveMembership",
  method: "POST",
  path: "/members",
  summary: "Give a membership away",
  can: "order.comp",
  audits: "member.given",
  body: z.strictObject({
    level: Id,
    first_name: PersonName,
    last_name: PersonName,
    email: StaffEmail,
    others: z.array(PersonOnCard).check(z.maxLength(20)),
    reason: Reason,
  }),
  reply: z.object({ membership_id: Id, order_number: z.int() }),
});
