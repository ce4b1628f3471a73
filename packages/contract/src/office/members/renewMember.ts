import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../../basics.ts";
import { CounterMeans } from "../money/counterSales.ts";
import { Version } from "../orders/deskActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/** What the next term of a membership comes to, for everybody who is on it. */
export const MemberRenewalQuote = z.object({
  /** The holder's membership, which is renewed with all who are on it. */
  membership_id: Id,
  level: z.string(),
  people: z.array(z.object({ name: z.nullable(z.string()), type: z.string(), price: Money })),
  /** Today's price, fees included and before discounts. */
  total: Money,
  currency: Currency,
  valid_from: Instant,
  /** Exclusive; null: it has no end. */
  valid_to: z.nullable(Instant),
  last_day: z.nullable(Day),
  timezone: z.string(),
  is_renewable: z.boolean(),
  /** The first day on which it can be renewed; null: it has no end. */
  renewable_from: z.nullable(Day),
  /** Where a link is sent: the address that the holder logs in with. Null: the seller's members have no account to renew with. */
  email: z.nullable(z.string()),
});
export type MemberRenewalQuote = z.infer<typeof MemberRenewalQuote>;

/** Refused with `membership_not_renewable`: it was renewed or cancelled, or its level is no longer sold. */
export const quoteMemberRenewal = staffEndpoint({
  name: "quoteMemberRenewal",
  method: "GET",
  path: "/members/:membership_id/renewal_quote",
  summary: "What renewing a membership comes to. Changes nothing.",
  can: "member.edit",
  audits: null,
  params: ofMember,
  reply: MemberRenewalQuote,
});

/**
 * Renews a membership for everybody on it, paid at the till or with a gift card. The next term begins where the last one ends,
 * or now where it has ended, and an automatic renewal of the last term ends. The means have to come to the price exactly
 * (`payment_incorrect_amount`, with the `total`). Cash and card need an open till (`till_closed`); gift cards alone do not.
 * Refused with `membership_not_renewable` where another renewal was first, or it is too early, and with `payment_in_progress`
 * while its holder pays for it or an automatic renewal is charged. Sent again with the same `renewal_id` it renews nothing and
 * answers the same.
 */
export const renewMember = staffEndpoint({
  name: "renewMember",
  method: "POST",
  path: "/members/:membership_id/renew",
  summary: "Renew a membership for somebody, paid at the till or with a gift card",
  can: "sale.make",
  audits: "member.renewed",
  params: ofMember,
  body: z.strictObject({
    /** Made up by the screen, anew for each renewal. */
    renewal_id: Id,
    version: Version,
    means: z.array(CounterMeans).check(z.maxLength(10)),
  }),
  reply: z.object({ order_number: z.int(), total: Money, change: Money, currency: Currency }),
});

/**
 * Sends the holder an e-mail that leads to renewing and paying online, once an hour (429 `too_many_requests`). Nothing is held
 * or charged by it. Refused like a renewal, and with `membership_not_renewable` where members have no account.
 */
export const sendMemberRenewalLink = staffEndpoint({
  name: "sendMemberRenewalLink",
  method: "POST",
  path: "/members/:membership_id/renewal_link",
  summary: "Send the holder of a membership a link to renew and pay",
  can: "member.edit",
  audits: "member.renewal_link_sent",
  params: ofMember,
  body: z.strictObject({ version: Version }),
  reply: z.object({ to: z.string() }),
});
