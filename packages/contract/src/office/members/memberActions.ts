import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Id, Instant, Money } from "../../basics.ts";
import { EmailChoice, EmailPreview } from "../orders/deskActions.ts";
import { KnownEmail, StaffEmail } from "../staff/signIn.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/* A change of a membership sends the `version` that its page shows. If any of the person's memberships has changed since,
   the call is refused with `stale_version` and who made the last change (`changed_by`), when (`changed_at`), what it was
   (`change`) and which fields have another value (`changed_fields`). */

/**
 * Ends the automatic renewal of a term: nothing is charged, and the payer gets an e-mail. Only the payer can agree to it
 * again. Refused with `auto_renew_not_scheduled` if there is none.
 */
export const cancelMemberRenewal = staffEndpoint({
  name: "cancelMemberRenewal",
  method: "POST",
  path: "/members/:membership_id/cancel_renewal",
  summary: "Cancel the automatic renewal of a membership",
  can: "member.edit",
  audits: "member.renewal_cancelled",
  params: ofMember,
  body: z.strictObject({ version: Version, reason: Reason, email: z.optional(EmailChoice) }),
  reply: Nothing,
});

/**
 * `money` and `refund_to` as at the order desk: `refund` follows the policy of each order. `visits`: what happens to unused
 * tickets that were bought with the membership.
 */
const ending = {
  money: z.enum(["refund", "waive_fee", "keep_all"]),
  refund_to: z.enum(["same_means", "gift_card"]),
  visits: z.enum(["keep", "cancel"]),
};

/**
 * `everybody` ends the membership. `card` removes only the person on this card. It is refused with `validation_failed` and
 * the level's limit (`limit`) for the holder, and if fewer people than the level requires would remain.
 */
const whose = z.enum(["everybody", "card"]);

/** Unused tickets of one order that were bought with the membership. */
export const MemberVisit = z.object({
  order_number: z.int(),
  event: z.string(),
  /** Null for tickets without a date. */
  start_datetime: z.nullable(Instant),
  timezone: z.string(),
  tickets: z.int(),
});
export type MemberVisit = z.infer<typeof MemberVisit>;

export const MemberEndQuote = z.object({
  /** The people on the membership, whose cards end. */
  people: z.array(z.string()),
  order_number: z.int(),
  /** Orders of the current term from before its level was changed. They end with it and are refunded too. */
  earlier_orders: z.array(z.int()),
  value: Money,
  fee: Money,
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  /** The total over all orders that are changed. */
  refund: Money,
  gift_card: Money,
  currency: z.string(),
  visits: z.array(MemberVisit),
  /** The e-mail to the person who bought the membership. */
  email: z.nullable(EmailPreview),
  /** Further e-mails to them, sent once a provider has accepted the refund. */
  notices: z.array(EmailPreview),
});
export type MemberEndQuote = z.infer<typeof MemberEndQuote>;

/** A renewed membership is refused with `ticket_state_incorrect`: its next term has to be ended first. */
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
 * Ends a membership immediately for all people on it: its cards, its automatic renewal and, by `visits`, the tickets bought
 * with it. Refunds also need `order.refund`, within the limits of the order desk. `expected` is what was shown; if the
 * amounts have changed since, the call is refused with `payment_incorrect_amount`.
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

/**
 * Sends the card to its own address, at most once a minute (429 `too_many_requests`). Without one, `validation_failed`
 * names `email`.
 */
export const resendMemberCard = staffEndpoint({
  name: "resendMemberCard",
  method: "POST",
  path: "/members/:membership_id/resend",
  summary: "Send a membership card again",
  can: "member.edit",
  audits: "member.card_resent",
  params: ofMember,
  body: z.strictObject({ sentence: EmailChoice.shape.sentence }),
  reply: z.object({ to: z.string() }),
});

/**
 * Gives a card a new number and code in all its terms. The former ones are refused at the gate and at login, and sessions
 * opened with the number end. The new card is sent to its address.
 */
export const replaceMemberNumber = staffEndpoint({
  name: "replaceMemberNumber",
  method: "POST",
  path: "/members/:membership_id/replace_number",
  summary: "Replace the number of a membership card that was lost",
  can: "member.edit",
  audits: "member.number_replaced",
  params: ofMember,
  body: z.strictObject({ version: Version, reason: Reason, email: z.optional(EmailChoice) }),
  reply: z.object({ member_number: z.string(), to: z.nullable(z.string()) }),
});

/** The maximum number of days by which a term can be extended at once. */
export const maxAddedDays = 366;

/**
 * Moves the end of a term for all people on the membership, together with the automatic renewal. Refused with
 * `ticket_state_incorrect` for a term that was cancelled, was renewed or has no end, and with `payment_in_progress` while
 * the next term is being charged.
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

/** The person who is to be on a card. */
export const holderChange = {
  holder_name: z.nullable(z.string().check(z.trim(), z.maxLength(101))),
  holder_email: z.nullable(KnownEmail),
  is_other_person: z.boolean(),
};

/**
 * Changes the person on a card, in this term and later ones. If the address changes, or `is_other_person` says that it is
 * somebody else, the card gets a new number and code and is sent there; the former ones are refused at the gate and at
 * login. For somebody else the automatic renewal ends, since the payer agreed to it for the previous person. Details that
 * the level does not allow are refused with `validation_failed` and its requirement (`limit`). A term that has ended is
 * refused with `ticket_state_incorrect`. The e-mail choice is about the card; the payer of a renewal that ends is always
 * notified.
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
    ...holderChange,
    reason: Reason,
    email: z.optional(EmailChoice),
  }),
  reply: z.object({ member_number: z.string(), to: z.nullable(z.string()) }),
});

/** A person who is to be added to a membership. */
export const addedPerson = {
  ticket_type_id: Id,
  holder_name: z.nullable(z.string().check(z.trim(), z.maxLength(101))),
  holder_email: z.nullable(StaffEmail),
};

/**
 * Adds a person to a membership in a free place that has no price. The card has its own number and code, the benefits of
 * its type and the term of the others, and is sent to its address or else to the holder's. A place beyond the level's
 * limit, or one with a price, is refused with `validation_failed` (`message`, `limit`): it can be sold with the next
 * renewal. Refused with `ticket_state_incorrect` if the term has ended or was renewed, and with `payment_in_progress` while
 * its next term is being charged.
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
    ...addedPerson,
    reason: Reason,
    email: z.optional(EmailChoice),
  }),
  reply: z.object({ membership_id: Id, member_number: z.string(), to: z.nullable(z.string()) }),
});

const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(50));

/** A person on a membership besides its holder. */
const PersonOnCard = z.strictObject({
  ticket_type_id: Id,
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(101))),
  email: z.optional(StaffEmail),
});

/** A membership to be given away. */
export const givenMembership = {
  level: Id,
  first_name: PersonName,
  last_name: PersonName,
  email: StaffEmail,
  others: z.array(PersonOnCard).check(z.maxLength(20)),
};

/**
 * Gives a membership away: sold like any other, but free of charge and within `comp_limits`, as for tickets. The first
 * name, last name and `email` are the holder's. A party that the level does not allow is refused as at the checkout. The
 * membership is not renewed automatically. `email_choice` is about the confirmation, which gets the sentence, and the
 * cards: either all of them are sent or none.
 */
export const giveMembership = staffEndpoint({
  name: "giveMembership",
  method: "POST",
  path: "/members",
  summary: "Give a membership away",
  can: "order.comp",
  mergesRepeats: true,
  audits: "member.given",
  body: z.strictObject({ ...givenMembership, email_choice: z.optional(EmailChoice), reason: Reason }),
  reply: z.object({ membership_id: Id, order_number: z.int() }),
});
