import * as z from "zod/mini";
import { Id, Instant } from "../basics.ts";
import { MembershipAction } from "./membershipLevel.ts";
import { AnswersOfGroups } from "./forms/survey.ts";

/** Requested tickets. `face_value` is the buyer's price where the type's price is flexible; other types ignore it. */
export const TicketRequest = z.strictObject({
  event_template_id: Id,
  event_session_id: z.optional(Id),
  /**
   * What the membership is bought for, `buy` if absent. `renews_id` is the membership to renew; `giftee_identity_id`
   * is the recipient of a gift, as `createGiftee` returned it to this visitor. A cart holds at most one level
   * (`membership_in_cart`), and a gift is the only line (`gift_needs_empty_cart`).
   */
  membership: z.optional(
    z.strictObject({ action: MembershipAction, renews_id: z.optional(Id), giftee_identity_id: z.optional(Id) }),
  ),
  ticket_types_required: z
    .array(
      z.strictObject({
        ticket_type_id: Id,
        quantity: z.int().check(z.minimum(1), z.maximum(1000)),
        face_value: z.optional(z.string().check(z.maxLength(20))),
        admit_names: z.optional(z.array(z.string().check(z.maxLength(101))).check(z.maxLength(1000))),
        admit_emails: z.optional(z.array(z.string().check(z.maxLength(254))).check(z.maxLength(1000))),
        seat_template_ids: z.optional(z.array(Id).check(z.maxLength(1000))),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
});
export type TicketRequest = z.infer<typeof TicketRequest>;

/** One ticket that a change of an order adds, usually in place of one that it removes. */
export const AddedTicket = z.strictObject({
  /** Absent for types without a session. */
  event_session_id: z.optional(Id),
  ticket_type_id: Id,
  admit_name: z.optional(z.string().check(z.maxLength(101))),
  admit_email: z.optional(z.string().check(z.maxLength(254))),
  face_value: z.optional(z.string().check(z.maxLength(20))),
  seat_template_id: z.optional(Id),
});
export type AddedTicket = z.infer<typeof AddedTicket>;

/** Campaign parameters from the query of the page where the cart began: at most 30, each at most 200 characters. */
export const Campaign = z
  .record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(200)))
  .check(z.refine((map) => Object.keys(map).length <= 30));

/** Lengths of a promo code, in characters, without the spaces around it. */
export const promoCodeLimits = { min: 2, max: 35 } as const;
export const PromoCode = z.string().check(z.trim(), z.maxLength(promoCodeLimits.max));
const Codes = z.strictObject({ codes: z.array(PromoCode).check(z.maxLength(20)) });

/**
 * Codes that apply while tickets are reserved. City-pass vouchers set `handler`: one voucher per ticket, in the order
 * of `ticket_type_ids`. `visit_datetime` is the start of the visit as the page showed it; nothing depends on it, because
 * the tickets name their session.
 */
export const PreReserveCodes = z.strictObject({
  codes: z.array(PromoCode).check(z.maxLength(1000)),
  handler: z.optional(z.enum(["citypass"])),
  handler_data: z.optional(
    z.strictObject({
      visit_datetime: z.optional(Instant),
      ticket_type_ids: z.optional(z.array(Id).check(z.maxLength(1000))),
    }),
  ),
});
export type PreReserveCodes = z.infer<typeof PreReserveCodes>;

/** The body of a request that creates or changes a cart. */
export const cartChangeFields = {
  add: z.optional(z.array(TicketRequest).check(z.maxLength(20))),
  remove: z.optional(z.array(Id).check(z.maxLength(1000))),
  preReservePromoCodes: z.optional(PreReserveCodes),
  /** Codes from a link. Unknown or inapplicable ones are ignored silently. */
  preloadedPromoCodes: z.optional(Codes),
  /** Survey answers by ticket group id. */
  additionalInfo: z.optional(AnswersOfGroups),
  /** Always true: a cart holds no tickets that are not reserved. */
  reserve: z.optional(z.literal(true)),
};

/**
 * The body of a request that changes a cart or an order. With the booked cart of an order it opens a change of the order: a
 * separate cart that holds the added tickets, and gives up the removed ones when it is checked out. Until then the order
 * stays as it is. Further requests for that cart continue the change.
 */
export const orderCartChangeFields = {
  ...cartChangeFields,
  add: z.optional(z.array(z.union([TicketRequest, AddedTicket])).check(z.maxLength(1000))),
  /**
   * The order to change. `my/cart/{id}/modify` requires it: otherwise a page that still shows the visitor's cart would
   * change the order that the cart has become.
   */
  ticket_order_id: z.optional(Id),
  /** Where the money of a change is refunded to, if the seller lets the buyer choose; `same_means` if absent. */
  refund_to: z.optional(z.enum(["same_means", "gift_card"])),
};
