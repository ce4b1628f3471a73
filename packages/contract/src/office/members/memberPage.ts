import * as z from "zod/mini";
import { Currency, Day, Id, Instant, JsonObject, Money } from "../../basics.ts";
import { DeskNote } from "../orders/deskOrder.ts";
import { OrderListRow } from "../orders/orders.ts";
import { auditActors } from "../staff/auditActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { memberStates } from "./memberList.ts";
import { plasticCardStates } from "./plasticCards.ts";

export const ofMember = z.strictObject({ membership_id: Id });

/** The maximum number of terms, orders, visits and so on that a page shows; the newest. */
export const maxMemberRows = 100;

/** What the server does next about an automatic renewal, and why an earlier attempt failed. */
export const MemberRenewalState = z.object({
  state: z.enum(["scheduled", "cancelled", "renewed", "failed"]),
  /** The account or address to which the charge is announced. */
  payer: z.nullable(z.string()),
  /** 'Visa …4242'; null if none is saved. */
  method: z.nullable(z.string()),
  /** The earliest day of the next charge; null if none is planned. */
  charge_on: z.nullable(Day),
  /** The amount to be charged: the announced one, or today's price if nothing was announced yet. */
  amount: z.nullable(Money),
  currency: Currency,
  /** The announcement to the payer. */
  announced: z.nullable(z.object({ at: Instant, amount: Money, currency: Currency })),
  attempts: z.int(),
  last_attempt: z.nullable(Instant),
  /** The reason of the last failure, in the words of the refusal catalogue or of the provider. */
  last_error: z.nullable(z.string()),
  /** Whether the card expires before the day of the charge. */
  card_expires: z.boolean(),
});
export type MemberRenewalState = z.infer<typeof MemberRenewalState>;

export const MemberOfParty = z.object({
  id: Id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  type: z.string(),
  member_number: z.string(),
  state: z.enum(memberStates),
});
export type MemberOfParty = z.infer<typeof MemberOfParty>;

const FieldAsked = z.enum(["no", "yes", "optional"]);

export const TermOfMember = z.object({
  id: Id,
  level_id: Id,
  level: z.string(),
  type: z.string(),
  member_number: z.string(),
  valid_from: Instant,
  valid_to: z.nullable(Instant),
  /** The last valid day in the venue's time zone. */
  last_day: z.nullable(Day),
  state: z.enum(memberStates),
  /** Whether a next term exists. */
  is_renewed: z.boolean(),
  /** Whether staff gave it away. */
  is_given: z.boolean(),
  /** Null if the level has no physical card. */
  plastic_card: z.nullable(z.enum(plasticCardStates)),
  /** The details that the level asks of the person on this card. */
  asks: z.object({ name: FieldAsked, email: FieldAsked }),
  order_number: z.int(),
  /** Everybody on the same membership, including this card. */
  party: z.array(MemberOfParty),
  renewal: z.nullable(MemberRenewalState),
  /** Tickets per visit by type; '*' means any type. */
  benefits: z.array(z.object({ type: z.string(), tickets: z.int() })),
  /** The maximum number of tickets per event in the whole term; null if only the limit per visit applies. */
  purchase_limit: z.nullable(z.int()),
  /** The benefits used, by event. */
  used: z.array(z.object({ event: z.string(), tickets: z.int(), last_day: z.nullable(Day) })),
});
export type TermOfMember = z.infer<typeof TermOfMember>;

export const MemberPage = z.object({
  id: Id,
  version: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The lines of the account's address, or of the newest order's. */
  address: z.array(z.string()),
  /** The account's phone and address as separate fields, empty if not set; null without an account. */
  contact: z.nullable(
    z.object({
      phone: z.string(),
      address: z.string(),
      address_more: z.string(),
      city: z.string(),
      zip_code: z.string(),
      country: z.string(),
      state: z.string(),
      region: z.string(),
    }),
  ),
  /** Whether they have an account to log in to. */
  has_account: z.boolean(),
  timezone: z.string(),
  /** Newest first. */
  terms: z.array(TermOfMember),
  /** Empty for a reader without `order.read`. */
  orders: z.array(OrderListRow),
  visits: z.array(z.object({ id: Id, at: Instant, what: z.string(), people: z.int() })),
  /** Null for a reader without `gift_card.read`. */
  gift_cards: z.nullable(
    z.array(
      z.object({
        id: Id,
        ending: z.string(),
        balance: Money,
        currency: Currency,
        is_active: z.boolean(),
        /** The order that bought it, or whose refund it replaces; null for a card that staff sent to the person. */
        order_number: z.nullable(z.int()),
      }),
    ),
  ),
  emails: z.array(
    z.object({
      id: Id,
      at: Instant,
      kind: z.string(),
      subject: z.nullable(z.string()),
      to: z.string(),
      state: z.string(),
    }),
  ),
  /** The notes on their orders, pinned ones first, then the newest. */
  notes: z.array(z.object({ ...DeskNote.shape, order_number: z.int() })),
  /** What the person has agreed to. */
  consents: z.array(
    z.object({
      kind: z.enum(["terms", "auto_renewal", "gift_aid"]),
      at: Instant,
      /** The version of the terms, or the renewed level. */
      what: z.nullable(z.string()),
      order_number: z.int(),
    }),
  ),
  /**
   * The changes of these cards, newest first, with the changed fields. `by`: the name of the staff member, if it was one.
   */
  history: z.array(
    z.object({
      at: Instant,
      actor: z.enum(auditActors),
      by: z.nullable(z.string()),
      action: z.string(),
      reason: z.nullable(z.string()),
      before: JsonObject,
      after: JsonObject,
    }),
  ),
});
export type MemberPage = z.infer<typeof MemberPage>;

/** The person on a card, looked up by any of its terms. */
export const readMember = staffEndpoint({
  name: "readMember",
  method: "GET",
  path: "/members/:membership_id",
  summary: "A member with their memberships and orders",
  can: "member.read",
  audits: null,
  params: ofMember,
  reply: MemberPage,
});
