import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Day, Id, Instant } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { EmailChoice } from "../orders/deskActions.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * `in_cart`: somebody is redeeming it now. `cancelled`: its code is refused, for example because its sale was cancelled.
 */
export const giftMembershipStates = ["active", "in_cart", "redeemed", "ended", "cancelled"] as const;
export type GiftMembershipState = (typeof giftMembershipStates)[number];

const GiftPerson = z.object({ name: z.string(), email: z.nullable(z.string()) });

export const GiftMembership = z.object({
  id: Id,
  version: z.string(),
  level: z.string(),
  code: z.string(),
  state: z.enum(giftMembershipStates),
  /** The last day on which it can be redeemed; null if it has no end. */
  last_day: z.nullable(Day),
  bought_at: Instant,
  giver: GiftPerson,
  /** Null if the giver has the code and hands it over personally. */
  giftee: z.nullable(GiftPerson),
  order_number: z.int(),
  /** The number of the order that redeemed it. */
  redeemed_by: z.nullable(z.int()),
});
export type GiftMembership = z.infer<typeof GiftMembership>;

export const giftMembershipPageSize = 50;

export const giftMembershipList = {
  name: "giftee",
  columns: {
    giftee: { label: "For" },
    giver: { label: "From" },
    level: { label: "Gift" },
    bought_at: { label: "Bought", isLabelled: true },
    state: { label: "State" },
    actions: { label: "Actions" },
  },
  sorts: { bought_at: "descending" },
  usual: "-bought_at",
} as const satisfies ListShape;

/**
 * Gift memberships, sorted by newest unless `sort` is set. `q`: part of a name or an e-mail address, an order number, or
 * the full code.
 */
export const listGiftMemberships = staffEndpoint({
  name: "listGiftMemberships",
  method: "GET",
  path: "/gift_memberships",
  summary: "List gifts of memberships",
  can: "member.read",
  audits: null,
  query: z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    sort: sortOf(giftMembershipList),
    /** The id of the last row of the previous page. */
    after: z.optional(Id),
  }),
  reply: z.object({ gifts: z.array(GiftMembership), next: z.nullable(Id) }),
});

export const ofGift = z.strictObject({ gift_id: Id });

/**
 * Sends the code again to the giftee, or to the giver if there is no giftee, at most once a minute (429
 * `too_many_requests`). Only an `active` gift can be sent.
 */
export const resendGiftMembership = staffEndpoint({
  name: "resendGiftMembership",
  method: "POST",
  path: "/gift_memberships/:gift_id/resend",
  summary: "Send a gift of a membership again",
  can: "member.edit",
  audits: "member.gift_resent",
  params: ofGift,
  body: z.strictObject({ sentence: EmailChoice.shape.sentence }),
  reply: z.object({ to: z.string() }),
});

/** The maximum number of years from today for which a gift can be valid. */
export const maxGiftYears = 10;

/**
 * Extends the validity of the code. Refused with `ticket_state_incorrect` if the gift was redeemed or cancelled, or is in a
 * cart.
 */
export const moveGiftMembershipEnd = staffEndpoint({
  name: "moveGiftMembershipEnd",
  method: "POST",
  path: "/gift_memberships/:gift_id/end",
  summary: "Move the end of a gift of a membership",
  can: "member.edit",
  audits: "member.gift_end_moved",
  params: ofGift,
  body: z.strictObject({ version: Version, last_day: Day, reason: Reason }),
  reply: Nothing,
});

/**
 * Invalidates the code. Nothing is refunded: for that, cancel the gift's order at the desk. Refused with
 * `ticket_state_incorrect` if the gift was redeemed or cancelled, or is in a cart.
 */
export const cancelGiftMembership = staffEndpoint({
  name: "cancelGiftMembership",
  method: "POST",
  path: "/gift_memberships/:gift_id/cancel",
  summary: "Cancel a gift of a membership",
  can: "member.cancel",
  audits: "member.gift_cancelled",
  params: ofGift,
  body: z.strictObject({ version: Version, reason: Reason }),
  reply: Nothing,
});
