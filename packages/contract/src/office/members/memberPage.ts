import * as z from "zod/mini";
import { Currency, Day, Id, Instant, JsonObject, Money } from "../../basics.ts";
import { OrderListRow } from "../orders/orders.ts";
import { auditActors } from "../staff/auditActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { memberStates } from "./memberList.ts";
import { plasticCardStates } from "./plasticCards.ts";

export const ofMember = z.strictObject({ membership_id: Id });

/** Terms, orders, visits and so on that a page shows of each, the newest. */
export const shownOfMember = 100;

/** What the server does next about an automatic renewal, and why it did not do so before. */
export const MemberRenewalState = z.object({
  state: z.enum(["scheduled", "cancelled", "renewed", "failed"]),
  /** Whose account or address the charge is announced to. */
  payer: z.nullable(z.string()),
  /** 'Visa …4242'; null: none is saved. */
  method: z.nullable(z.string()),
  /** The day of the next charge at the earliest; null where none is planned. */
  charge_on: z.nullable(Day),
  /** What would be charged: what was announced, or today's price as long as nothing was. */
  amount: z.nullable(Money),
  currency: Currency,
  /** What the payer was told, and when. */
  announced: z.nullable(z.object({ at: Instant, amount: Money, currency: Currency })),
  attempts: z.int(),
  last_attempt: z.nullable(Instant),
  /** The reason of the last refusal, in the words of the catalogue of refusals or of the provider. */
  last_error: z.nullable(z.string()),
  /** The card ends before the day of the charge. */
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
  /** The last valid day by the venue's clock. */
  last_day: z.nullable(Day),
  state: z.enum(memberStates),
  /** A next term exists. */
  is_renewed: z.boolean(),
  /** Staff gave it away. */
  is_given: z.boolean(),
  /** Null: the level has no physical card. */
  plastic_card: z.nullable(z.enum(plasticCardStates)),
  /** What the level asks of whoever is on this card. */
  asks: z.object({ name: FieldAsked, email: FieldAsked }),
  order_number: z.int(),
  /** Everybody on the same membership, this card among them. */
  party: z.array(MemberOfParty),
  renewal: z.nullable(MemberRenewalState),
  /** Tickets for each visit by type; '*' is any type. */
  benefits: z.array(z.object({ type: z.string(), tickets: z.int() })),
  /** Tickets of one event in the whole term; null: as many as the visits allow. */
  purchase_limit: z.nullable(z.int()),
  /** What of the benefits is used, by event. */
  used: z.array(z.object({ event: z.string(), tickets: z.int(), last_day: z.nullable(Day) })),
});
export type TermOfMember = z.infer<typeof TermOfMember>;

export const MemberPage = z.object({
  id: Id,
  version: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Lines of the address of the account, or of the newest order. */
  address: z.array(z.string()),
  /** The same of the account, to be corrected; null without one. Empty where there is nothing. */
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
  /** They have an account, where they can log in. */
  has_account: z.boolean(),
  timezone: z.string(),
  /** The newest first. */
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
        order_number: z.int(),
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
  /** On their orders. */
  notes: z.array(z.object({ id: Id, at: Instant, by: z.string(), text: z.string(), order_number: z.int() })),
  /** What they have agreed to. */
  consents: z.array(
    z.object({
      kind: z.enum(["terms", "auto_renewal", "gift_aid"]),
      at: Instant,
      /** The version of the terms, or the level that is renewed. */
      what: z.nullable(z.string()),
      order_number: z.int(),
    }),
  ),
  /** What was done to these cards, the newest first, with the fields that changed. `by`: a colleague, if it was one. */
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

/** The person on a card, by any term of it. */
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
