import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { Json, Timestamp } from "./columns.ts";

/** A change of an order that staff have prepared for payment. */
export type ChangeOffer = {
  /** Null once erased. */
  readonly reason: string | null;
  readonly made_by: string;
  readonly staff_id: string;
  readonly roles: readonly string[];
  /** Paid by the buyer in the checkout, or at once by staff with a gift card. */
  readonly paid_by: "link" | "gift_card";
  /** Minor units. */
  readonly due: number;
  /** If staff pay for the change at once: whether it is e-mailed, and an extra sentence. */
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
  /** The signed client network that created the cart; null for a shared address. */
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
  /** The refund method that the buyer chose, if the seller offers a choice. */
  change_refund_to: Generated<"same_means" | "gift_card" | null>;
  /** Whether the venue makes the change and charges no fee. */
  change_waives_fee: Generated<boolean>;
  /** Whether the venue makes the change and may include used tickets. */
  change_includes_used: Generated<boolean>;
  /**
   * For a change that staff have prepared for the buyer to pay: why, by whom, and how it is paid. Otherwise null, and
   * null once erased.
   */
  change_offer: JSONColumnType<ChangeOffer | null, string | null | undefined, string | null>;
  /** The counter sale that the buyer pays through a link; otherwise null. */
  counter_link_id: Generated<string | null>;
  /** The staff member who created the link. */
  counter_staff_id: Generated<string | null>;
  /** The total of the counter sale, in minor units. */
  counter_total: Generated<number | null>;
  /** Why the venue ended the payment plan; otherwise null, and null once erased. */
  ended_reason: Generated<string | null>;
  /** The staff member who ended it. */
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
  /** The rules by event as of the purchase; null for orders from before they were stored. */
  change_policies: JSONColumnType<Record<string, ChangePolicy> | null, string | null | undefined, string | null>;
  /**
   * What the invoice says about the seller, with the rates as of the purchase; null if the seller had no invoice
   * settings.
   */
  invoice_settings: JSONColumnType<InvoiceSettings | null, string | null | undefined, string | null>;
  gift_aid: Generated<boolean | null>;
  created_at: Timestamp;
};

/** The columns are listed because a column of a later release must not change the result of a prepared statement. */
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
  /** The tax that the ticket was sold with; null if its type had none. */
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
  /** The sending with which the ticket was sent on; null if its buyer has it. */
  sending_id: Generated<string | null>;
  /** The number of times that its scan code was replaced. */
  code_number: Generated<number>;
  /** The order change that added the ticket; null if it was bought. */
  added_by: Generated<string | null>;
  /** The booked ticket whose place it takes over; null if it needs a free place. */
  takes_place_of: Generated<string | null>;
  /** The booked ticket whose seat it gets when its change completes. */
  keeps_seat_of: Generated<string | null>;
  /** Whether staff sold it beyond the capacity of its session or group; it counts in neither. */
  is_oversold: Generated<boolean>;
  created_at: Timestamp;
};

/** A change of an order after the sale. Amounts are in minor units. */
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
  /** Why the venue made the change; null if the buyer made it, and once erased. */
  reason: Generated<string | null>;
  /** The staff member who made the change; null if the buyer made it, and once erased. */
  made_by: Generated<string | null>;
  /** The number of tickets affected. */
  tickets: number;
  value: number;
  fee: number;
  refund: number;
  gift_card: number;
  bonus: number;
  gift_card_account_id: string | null;
  /** The price of the new tickets. */
  added: Generated<number>;
  /** The amount paid for the difference. */
  paid: Generated<number>;
  /** The cart that made the change. */
  cart_id: Generated<string | null>;
  /** The session that the venue cancelled or moved; null if the change is to tickets. */
  event_session_id: Generated<string | null>;
  /** The old and the new start of a moved session; null for any other change. */
  moved_from: Generated<string | null>;
  moved_to: Generated<string | null>;
  created_at: Timestamp;
};

/** Tickets of an order that were sent on to someone else, by the id of the change that did it. */
export type TicketSendingTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  /** The recipient's address; null once erased. */
  email: string | null;
  sender_name: string | null;
  message: string | null;
};

/** The address of an order's invoice; each correction is a new row. */
export type OrderInvoiceTable = {
  seller_id: string;
  ticket_order_id: string;
  /** Counts from 1. */
  version: number;
  /** Null once erased, like the other fields. */
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
