import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { EmailChoice } from "../orders/deskActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { MemberRenewalState, ofMember } from "./memberPage.ts";

/**
 * `failed`: a charge failed, or there will be no further attempt. `card_ends`: the saved card expires before the next
 * charge.
 */
export const RenewalAtRisk = z.object({
  /** The id of the membership. */
  id: Id,
  name: z.string(),
  member_number: z.string(),
  level: z.string(),
  last_day: z.nullable(Day),
  problem: z.enum(["failed", "card_ends"]),
  renewal: MemberRenewalState,
  /** When staff last e-mailed the payer about it. */
  emailed_at: z.nullable(Instant),
});
export type RenewalAtRisk = z.infer<typeof RenewalAtRisk>;

export const riskPageSize = 25;

/** Days after the end of a term during which its renewal is listed. */
export const riskDays = 90;

export const renewalList = {
  name: "name",
  columns: {
    name: { label: "Member" },
    last_day: { label: "Until" },
    problem: { label: "What is wrong" },
    charge: { label: "Charge" },
    email: { label: "Email" },
  },
  sorts: { last_day: "ascending" },
  usual: "last_day",
} as const satisfies ListShape;

/** The end of term and the id of the last row of the previous page. */
const Cursor = z
  .string()
  .check(z.regex(/^(?:infinity|\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/));

/**
 * Automatic renewals that failed, or whose card expires before the charge, sorted by earliest end of term unless `sort` is
 * set.
 */
export const listRenewalsAtRisk = staffEndpoint({
  name: "listRenewalsAtRisk",
  method: "GET",
  path: "/member_renewals",
  summary: "List automatic renewals that failed or will",
  can: "member.read",
  audits: null,
  query: z.strictObject({
    sort: sortOf(renewalList),
    after: z.optional(Cursor),
  }),
  reply: z.object({ renewals: z.array(RenewalAtRisk), next: z.nullable(z.string()) }),
});

/**
 * Sends the payer an e-mail that explains the problem and links to renewing with another card, at most once a day per
 * renewal (429 `too_many_requests`). Without an address, `validation_failed` names `email`. A renewal without such a
 * problem is refused with `ticket_state_incorrect`.
 */
export const emailRenewalAtRisk = staffEndpoint({
  name: "emailRenewalAtRisk",
  method: "POST",
  path: "/members/:membership_id/email_renewal",
  summary: "Write to the payer of an automatic renewal that failed or will",
  can: "member.edit",
  audits: "member.renewal_emailed",
  params: ofMember,
  body: z.strictObject({ sentence: EmailChoice.shape.sentence }),
  reply: z.object({ to: z.string() }),
});
