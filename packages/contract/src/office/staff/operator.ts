import * as z from "zod/mini";
import { Currency, Id, Instant, Slug } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { StaffEmail } from "./signIn.ts";
import { Nothing, staffEndpoint } from "./staffEndpoint.ts";

/** The maximum number of hours for which an owner can let the operator in. */
export const maxVisitHours = 24;

const Reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const TimeZone = z.string().check(z.regex(/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+){0,2}$/));
const ofSeller = z.strictObject({ slug: Slug });

/** A seller as the operator sees it, without its orders and people. */
export const OperatedSeller = z.object({
  slug: z.string(),
  name: z.string(),
  currency: Currency,
  timezone: z.string(),
  created_at: Instant,
  /** Since when it is suspended; null if it is not. Its orders stay accessible. */
  suspended_at: z.nullable(Instant),
  has_owner: z.boolean(),
  /** An owner was invited and has not accepted yet. */
  is_owner_invited: z.boolean(),
  /** Until when an owner lets the operator in; null if not. */
  visit_until: z.nullable(Instant),
});
export type OperatedSeller = z.infer<typeof OperatedSeller>;

export const operatorPageSize = 50;

/** Every seller is shown with all its data; there are no columns to choose. */
export const sellerList = {
  name: "slug",
  columns: { slug: { label: "Address" }, created_at: { label: "Created" } },
  sorts: { slug: "ascending", created_at: "descending" },
  usual: "slug",
} as const satisfies ListShape;

/** The slug of the last row of the previous page, preceded by its creation time if the list is sorted by it. */
const Cursor = z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\dT[\d:.]{8,15}Z_)?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/));

/** Ordered by slug if there is no `sort`. `q`: the beginning of a slug, or part of a name. */
export const listSellers = staffEndpoint({
  name: "listSellers",
  method: "GET",
  path: "/operator/sellers",
  summary: "List sellers",
  can: "operator",
  audits: null,
  query: z.strictObject({
    q: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    sort: sortOf(sellerList),
    after: z.optional(Cursor),
  }),
  reply: z.object({ sellers: z.array(OperatedSeller), next: z.nullable(z.string()) }),
});

/** Refused with `slug_taken` (409) if another seller has the slug, or it is an address of the server. */
export const createSeller = staffEndpoint({
  name: "createSeller",
  method: "POST",
  path: "/operator/sellers",
  summary: "Create a seller",
  can: "operator",
  stepUp: true,
  audits: "seller.created",
  body: z.strictObject({
    slug: Slug,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    currency: Currency,
    timezone: TimeZone,
  }),
  reply: Nothing,
});

/** Refused with `owner_exists` (409): further owners are invited by an owner. */
export const inviteFirstOwner = staffEndpoint({
  name: "inviteFirstOwner",
  method: "POST",
  path: "/operator/sellers/:slug/invite_owner",
  summary: "Invite the first owner of a seller",
  can: "operator",
  stepUp: true,
  mergesRepeats: true,
  audits: "staff.invited",
  params: ofSeller,
  body: z.strictObject({ email: StaffEmail }),
  reply: Nothing,
});

/** Stops the sales of a seller within two seconds. Its orders stay accessible. */
export const suspendSeller = staffEndpoint({
  name: "suspendSeller",
  method: "POST",
  path: "/operator/sellers/:slug/suspend",
  summary: "Suspend a seller",
  can: "operator",
  stepUp: true,
  audits: "seller.suspended",
  params: ofSeller,
  body: z.strictObject({ reason: Reason }),
  reply: Nothing,
});

export const resumeSeller = staffEndpoint({
  name: "resumeSeller",
  method: "POST",
  path: "/operator/sellers/:slug/resume",
  summary: "Resume a suspended seller",
  can: "operator",
  stepUp: true,
  audits: "seller.resumed",
  params: ofSeller,
  reply: Nothing,
});

export const OperatorPermit = z.object({
  id: Id,
  allowed_by: z.string(),
  reason: z.string(),
  created_at: Instant,
  ends_at: Instant,
});
export type OperatorPermit = z.infer<typeof OperatorPermit>;

/** The operator's open visits. Every operator who visits is recorded in the audit log. */
export const listOperatorPermits = staffEndpoint({
  name: "listOperatorPermits",
  method: "GET",
  path: "/operator_permits",
  summary: "List open visits of the operator",
  can: "staff.read",
  audits: null,
  reply: z.object({ permits: z.array(OperatorPermit), may_let_in: z.boolean() }),
});

/** Lets the operator read at this seller, without changing anything. */
export const letOperatorIn = staffEndpoint({
  name: "letOperatorIn",
  method: "POST",
  path: "/operator_permits",
  summary: "Let the operator in",
  can: "staff.edit",
  mergesRepeats: true,
  audits: "operator.let_in",
  body: z.strictObject({ hours: z.int().check(z.minimum(1), z.maximum(maxVisitHours)), reason: Reason }),
  reply: z.object({ id: Id }),
});

/** Takes effect at the operator's next call. */
export const endOperatorVisit = staffEndpoint({
  name: "endOperatorVisit",
  method: "POST",
  path: "/operator_permits/:permit_id/end",
  summary: "End a visit of the operator",
  can: "staff.edit",
  audits: "operator.sent_away",
  params: z.strictObject({ permit_id: Id }),
  reply: Nothing,
});
