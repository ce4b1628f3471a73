import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { Json, Timestamp } from "./columns.ts";

/** A change of an order that staff have opened to be paid. */
export type ChangeOffer = {
  /** Null once erased. */
  readonly reason: string | null;
  readonly made_by: string;
  readonly staff_id: string;
  readonly roles: readonly string[];
  /** By the buyer's checkout, or at once by staff with a gift card. */
  readonly paid_by: "link" | "gift_card";
  /** Minor units. */
  readonly due: number;
  /** Of the e-mail about the change, where staff pay for it at once. */
  readonly email: { readonly is_sent: boolean; readonly sentence?: string | undefined } | null;
};

export type CartTable = {
  seller_id: string;
  id: string;
  cart_number: Generated<number>;
  state: Generated<"pending" | "expired" | "completed">;
  identity_id: string;
  purchaser_identity_id: string | null;
  terms_version: string | null;
  created_at: Timestamp;
  expires_at: string;
  max_hold_until: string;
  extensions: Generated<number>;
  leased_until: string | null;
  version: Generated<number>;
  part_paid: Generated<boolean>;
  channel_id: Generated<string>;
  campaign: Json<Record<string, string>>;
  /** The signed client network that created it; null for a shared address. */
  client_network: string | null;
  additional_info: Json;
  giftee_identity_id: Generated<string | null>;
  /** Set for a member's cart that a guest started to pay for: its link stays valid until that payment ends. */
  link_stays_open: Generated<boolean>;
  /** Codes and memberships that were released with the hold although a payment had started. */
  released_with_hold: JSONColumnType<object | null, string | null | undefined, string | null>;
  /** The order that the cart changes; null for a purchase. */
  changes_order_id: Generated<string | null>;
  /** The tickets of that order that the change gives up. */
  gives_up: Generated<string[] | null>;
  change_actor: Generated<ChangeActor | null>;
  /** Where the buyer wants the rest to go, where the seller lets them choose. */
  change_refund_to: Generated<"same_means" | "gift_card" | null>;
  /** The venue makes the change and keeps no fee. */
  change_waives_fee: Generated<boolean>;
  /** The venue makes the change and may give up used tickets. */
  change_includes_used: Generated<boolean>;
  /** Staff have opened the change for the buyer to pay: why, who did, and how it is paid. Null otherwise, and once erased. */
  change_offer: JSONColumnType<ChangeOffer | null, string | null | undefined, string | null>;
  /** The sale at the counter that its buyer pays by a link; null otherwise. */
  counter_link_id: Generated<string | null>;
  /** Who of the staff made the link. */
  counter_staff_id: Generated<string | null>;
  /** What it came to, in minor units. */
  counter_total: Generated<number | null>;
  /** Why the venue ended its payment plan; null otherwise, and once erased. */
  ended_reason: Generated<string | null>;
  /** Who at the venue did. */
  ended_by: Generated<string | null>;
};

export type TicketOrderTable = {
  seller_id: string;
  id: string;
  order_number: Generated<number>;
  identity_id: string;
  owner_identity_id: string;
  cart_id: string;
  currency: string;
  scan_code: string;
  total: number;
  confirmation_held: Generated<boolean>;
  /** By event, as the rules were when it was bought; null for orders from before they were kept. */
  change_policies: JSONColumnType<Record<string, ChangePolicy> | null, string | null | undefined, string | null>;
  /** What its invoice says of the seller, with the rates of when it was bought; null where the seller had none. */
  invoice_settings: JSONColumnType<InvoiceSettings | null, string | null | undefined, string | null>;
  gift_aid: Generated<boolean | null>;
  created_at: Timestamp;
};

/** Named, because a column of a later release must not change the result of a prepared statement. */
export const ticketOrderColumns = [
  "seller_id",
  "id",
  "order_number",
  "identity_id",
  "owner_identity_id",
  "cart_id",
  "currency",
  "scan_code",
  "total",
  "confirmation_held",
  "change_policies",
  "invoice_settings",
  "created_at",
] as const satisfies readonly (keyof TicketOrderTable)[];

export type TicketTable = {
  seller_id: string;
  id: string;
  state: "held" | "in_cart" | "booked" | "redeemed" | "cancelled" | "unbooked";
  cart_id: string;
  ticket_order_id: string | null;
  ticket_type_id: string;
  ticket_group_id: string;
  event_template_id: string;
  event_session_id: string | null;
  seat_id: string | null;
  face_value: number;
  adjusted_value: number;
  fee_fixed: Generated<number>;
  fee_percent: Generated<number>;
  /** The tax that it was sold with; null where its type named none. */
  tax: JSONColumnType<TicketTax | null, string | null | undefined, string | null>;
  admit_name: string | null;
  admit_email: string | null;
  handler_data: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  scan_code: string | null;
  valid_from: string | null;
  valid_to: string | null;
  voucher: string | null;
  needs_anchor: Generated<boolean>;
  cancelled_by: Generated<string | null>;
  /** With whom it is; null: with its buyer. */
  sending_id: Generated<string | null>;
  /** How often its scan code was replaced. */
  code_number: Generated<number>;
  /** The change of the order that it came with; null if it was bought. */
  added_by: Generated<string | null>;
  /** The booked ticket whose place it takes over; null where it needs a free one. */
  takes_place_of: Generated<string | null>;
  /** The booked ticket whose seat it gets when its change completes. */
  keeps_seat_of: Generated<string | null>;
  /** Sold by staff beyond what its session or group has; it counts in neither. */
  is_oversold: Generated<boolean>;
  created_at: Timestamp;
};

/** A change of an order after the sale; amounts in minor units. */
export type OrderChangeTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  kind:
    | "cancel"
    | "names"
    | "change"
    | "send"
    | "take_back"
    | "session_cancelled"
    | "session_reinstated"
    | "session_moved"
    | "refund";
  actor: ChangeActor;
  /** Why the venue made it; null for a buyer's, and once erased. */
  reason: Generated<string | null>;
  /** Who at the venue made it; null for a buyer's, and once erased. */
  made_by: Generated<string | null>;
  /** How many tickets it is about. */
  tickets: number;
  value: number;
  fee: number;
  refund: number;
  gift_card: number;
  bonus: number;
  gift_card_account_id: string | null;
  /** The price of the new tickets. */
  added: Generated<number>;
  /** What was paid for the difference. */
  paid: Generated<number>;
  /** The cart that made the change. */
  cart_id: Generated<string | null>;
  /** The session that the venue has cancelled or moved; null for what changed tickets. */
  event_session_id: Generated<string | null>;
  /** When a moved session was to begin, and when it begins; null for any other change. */
  moved_from: Generated<string | null>;
  moved_to: Generated<string | null>;
  created_at: Timestamp;
};

/** Tickets of an order that were sent on to somebody else, by the id of the change that did it. */
export type TicketSendingTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  /** The recipient's; null once erased. */
  email: string | null;
  sender_name: string | null;
  message: string | null;
};

/** To whom the invoice of an order is addressed; each correction is a row. */
export type OrderInvoiceTable = {
  seller_id: string;
  ticket_order_id: string;
  /** From 1. */
  version: number;
  /** Null once erased, like the rest. */
  company: string | null;
  tax_id: string | null;
  address: string | null;
  created_at: Timestamp;
};

export type TransitionTable = {
  seller_id: string;
  id: Generated<number>;
  entity: string;
  entity_id: string;
  from_state: string;
  to_state: string;
  at: Timestamp;
};
