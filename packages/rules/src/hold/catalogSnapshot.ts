import type { Handler } from "@foyer/contract/handlers.ts";
import type { GroupMeta, HiddenType } from "@foyer/contract/shop/catalog.ts";
import type { EventConfig, EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { RefusalCode, RefusalContext } from "@foyer/contract/errors.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { CityPassFormats } from "../forms/cityPass.ts";
import type { TimeSpan } from "../catalog/allDay.ts";
import type { AllowanceContext, AllowanceUse } from "../membership/allocateAllowances.ts";
import type { ReplacedTicket } from "./takeOverPlaces.ts";
import type { AnchorRules, VisitTicket } from "./anchor.ts";
import type { Capacity } from "../catalog/capacity.ts";
import type { CheckoutRule } from "../pricing/checkoutRules.ts";
import type { CodeSnapshot } from "../pricing/codes.ts";
import type { CodeContext, CodeInCart } from "../pricing/applyCodes.ts";
import type { Discount, DiscountedTicket } from "../pricing/discounts.ts";
import type { PartyType } from "../membership/party/partyRule.ts";
import type { Minor } from "../values/money.ts";
import type { SessionPrices, PricedType } from "../pricing/prices.ts";
import type { LimitedGroup } from "../reserve/quantities.ts";
import type { SaleWindow } from "../catalog/saleWindow.ts";
import type { TermRule } from "../catalog/purchaseTerm.ts";
import type { SellableType } from "../catalog/visibleGroups.ts";

/** The data that the rules of a hold need: the catalogue, the buyer and the tickets to be held. */

export type SessionSnapshot = TimeSpan &
  Capacity & {
    readonly event_template_id: string;
    readonly cancelled: boolean;
    /** Staff have stopped sales for it. */
    readonly closed?: boolean;
    readonly retired: boolean;
    readonly own: SessionPrices;
  };
export type TicketGroupSnapshot = LimitedGroup &
  SaleWindow &
  TermRule & {
    readonly event_template_id: string;
    readonly name: string;
    readonly handler: Handler;
    readonly meta: GroupMeta;
    readonly additional_info_spec: SurveySpec | null;
    readonly hidden_type: HiddenType;
    readonly available: boolean;
    readonly retired: boolean;
    readonly event: EventSnapshot;
    /** The ticket types of a membership level in listing order, with their rules; null for every other group. */
    readonly party?: readonly PartyType[] | null;
    /** The code group of its gift codes; null if it cannot be given. */
    readonly gift_code_group_id?: string | null;
  };
export type EventSnapshot = {
  readonly name: string;
  readonly hidden_type: HiddenType;
  readonly event_type: string;
  readonly timezone: string;
  readonly retired: boolean;
  readonly meta: EventMeta;
  readonly config: EventConfig;
};
export type TicketTypeSnapshot = PricedType &
  SellableType & {
    readonly ticket_group_id: string;
    readonly name: string;
    /** The name of the type in member benefits, if it differs from `name`. */
    readonly member_event_ticket_type: string | null;
    readonly currency_amount_min: Minor | null;
    readonly currency_amount_max: Minor | null;
    /** The tax included in its price; null if the type names none. */
    readonly tax: TicketTax | null;
  };

/** The seller's city-pass settings, and which vouchers of the request were used before, normalised. */
export type CityPassContext = {
  readonly web: { readonly citypass?: boolean | undefined };
  readonly formats: CityPassFormats | undefined;
  readonly usedVouchers: ReadonlySet<string>;
};

/** Survey answers, by ticket group id. */
export type AnswersByGroup = Readonly<Record<string, SurveyAnswers>>;
/** The buyer's membership, read under lock. */
export type OwnMembership = {
  readonly id: string;
  /** The id of the account that owns it. */
  readonly identity_id: string | null;
  /** It is paid for, not refunded, and not followed by another term. */
  readonly is_last: boolean;
  readonly valid_to: string | null;
  readonly timezone: string;
};

/** The context of membership purchases, in addition to the catalogue. */
export type MembershipContext = {
  readonly memberships: ReadonlyMap<string, OwnMembership>;
  /** Ids of the gift recipients that this visitor has created. */
  readonly giftees: ReadonlySet<string>;
  /** The member whose memberships the visitor may renew; null without a full login. */
  readonly member_id: string | null;
  /** Days before the end from which a membership can be renewed, as set by the seller. */
  readonly allowed_period: number | undefined;
};
/** The catalogue as read under lock. */
export type CatalogSnapshot = {
  readonly now: Temporal.Instant;
  readonly sessions: ReadonlyMap<string, SessionSnapshot>;
  readonly groups: ReadonlyMap<string, TicketGroupSnapshot>;
  readonly types: ReadonlyMap<string, TicketTypeSnapshot>;
  /** The seller's checkout rules. */
  readonly rules: readonly CheckoutRule[];
  /** The seller's discounts, in order of application. */
  readonly discounts: readonly Discount[];
  /** Percentages are multiples of it (`sellerAmountStep`). */
  readonly step: Minor;
  /** The codes of the request, by normalised code. */
  readonly codes: ReadonlyMap<string, CodeSnapshot>;
  readonly cityPass: CityPassContext;
};

/** A ticket that is already in the cart. */
export type HeldTicket = VisitTicket &
  DiscountedTicket & {
    readonly seat_id?: string | null;
    readonly handler_data?: Readonly<Record<string, unknown>> | null;
  };

export type Buyer = {
  readonly role: "anonymous" | "member";
  /** Their memberships and the allowances already used. */
  readonly member: Omit<AllowanceContext, "today">;
  readonly currency: string;
  readonly held: readonly HeldTicket[];
  /** The codes in the cart. */
  readonly codes: readonly CodeInCart[];
  /** The codes that they may still use and the discounts that already apply. */
  readonly codeEligibility: Pick<CodeContext, "canUse" | "activeDiscounts">;
  /** Survey answers given earlier for this cart. */
  readonly answers: AnswersByGroup;
  /** The seller's rules for admissions and add-ons. */
  readonly anchor: AnchorRules;
  /** Context for buying memberships. Without it nobody is identified and nothing can be renewed. */
  readonly memberships?: MembershipContext;
  /** The tickets that a change of an order gives up, except those already replaced by a ticket in its cart. */
  readonly givenUp?: readonly ReplacedTicket[];
  /**
   * City-pass vouchers, as entered, of tickets that a change gives up, except those already used by a ticket in its cart.
   */
  readonly vouchersGivenUp?: readonly string[];
};

/** A ticket to be held, with its final price and fees. */
export type NewTicket = HeldTicket & {
  readonly seat_id: string | null;
  readonly fee_fixed: Minor;
  readonly fee_percent: Minor;
  /** The tax included in its price, kept with the ticket. */
  readonly tax: TicketTax | null;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  /** The city-pass voucher, normalised. */
  readonly voucher: string | null;
  readonly handler_data: Readonly<Record<string, unknown>> | null;
  /** The allowance that a ticket for members uses. */
  readonly allowance_use: AllowanceUse | null;
  /** The ticket whose place it takes over; null if it needs a free place. */
  readonly takes_place_of: string | null;
  /** The ticket whose seat it gets when the change completes; null if it has a seat of its own. */
  readonly keeps_seat_of: string | null;
  /** Sold by the venue beyond capacity: it counts against neither its session nor its group. */
  readonly is_oversold: boolean;
};

export type HoldRejection = {
  readonly code: RefusalCode;
  readonly extra: Record<string, unknown>;
  /** Default `reserve`. */
  readonly context?: RefusalContext;
  /** Replaces the general text of the code where that would be misleading. */
  readonly description?: string;
  /** The seller's own text for this case. */
  readonly text?: string;
  /** A second error, about another code of the same request. */
  readonly second?: Pick<HoldRejection, "code" | "extra">;
};

/** The result of a check that rejects the hold. */
export type Rejected = { readonly rejection: HoldRejection };
