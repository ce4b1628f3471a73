import type { Handler } from "@foyer/contract/handlers.ts";
import type { EventConfig, EventMeta, GroupMeta, HiddenType } from "@foyer/contract/shop/catalog.ts";
import type { RefusalCode, RefusalContext } from "@foyer/contract/errors.ts";
import type { SurveySpec } from "@foyer/contract/shop/survey.ts";
import type { TimeSpan } from "../catalog/allDay.ts";
import type { AllowanceContext, MemberUse } from "../membership/allocateAllowances.ts";
import type { AnchorRules, VisitTicket } from "./anchor.ts";
import type { Capacity } from "../catalog/capacity.ts";
import type { CheckoutRule } from "../pricing/checkoutRules.ts";
import type { CodeSnapshot } from "../pricing/codes.ts";
import type { CodeContext, CodeInCart } from "../pricing/applyCodes.ts";
import type { Discount, DiscountedTicket } from "../pricing/discounts.ts";
import type { AnswersByGroup, CityPassContext } from "./checkForms.ts";
import type { PartyType } from "../membership/partyRule.ts";
import type { MembershipContext } from "../membership/checkMemberships.ts";
import type { Minor } from "../values/money.ts";
import type { SessionPrices, PricedType } from "../pricing/prices.ts";
import type { LimitedGroup } from "../reserve/quantities.ts";
import type { SaleWindow } from "../catalog/saleWindow.ts";
import type { TermRule } from "../catalog/purchaseTerm.ts";
import type { SellableType } from "../catalog/visibleGroups.ts";

/** What is for sale, who asks for it, and what they may then hold: what holding.ts and the rooms beside it judge by. */

export type SessionSnapshot = TimeSpan &
  Capacity & {
    readonly event_template_id: string;
    readonly cancelled: boolean;
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
    /** Of a level of membership: who may stand on it, in the order in which it is listed; of every other group null. */
    readonly party?: readonly PartyType[] | null;
    /** The codes that it is given by; null: it is not given. */
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
    /** What benefits call it, where not by its name. */
    readonly member_event_ticket_type: string | null;
    readonly currency_amount_min: Minor | null;
    readonly currency_amount_max: Minor | null;
  };

/** What is for sale, as it stands while nobody else can change it. */
export type CatalogSnapshot = {
  readonly now: Temporal.Instant;
  readonly sessions: ReadonlyMap<string, SessionSnapshot>;
  readonly groups: ReadonlyMap<string, TicketGroupSnapshot>;
  readonly types: ReadonlyMap<string, TicketTypeSnapshot>;
  /** What the seller does not sell together, or not without a code. */
  readonly rules: readonly CheckoutRule[];
  /** What the seller takes off, in the order in which it is taken. */
  readonly discounts: readonly Discount[];
  /** The codes that were named, by how they are compared. */
  readonly codes: ReadonlyMap<string, CodeSnapshot>;
  readonly cityPass: CityPassContext;
};

/** A ticket that the cart holds already. */
export type HeldTicket = VisitTicket &
  DiscountedTicket & {
    readonly seat_id?: string | null;
    readonly handler_data?: Readonly<Record<string, unknown>> | null;
  };

export type Buyer = {
  readonly role: "anonymous" | "member";
  /** What they are a member by, and what of it is used already. */
  readonly member: Omit<AllowanceContext, "today">;
  readonly currency: string;
  readonly held: readonly HeldTicket[];
  /** Codes that the cart has. */
  readonly codes: readonly CodeInCart[];
  /** Which codes they may still use, and which discounts were at work before. */
  readonly codeEligibility: Pick<CodeContext, "canUse" | "activeDiscounts">;
  /** What was answered for tickets that it holds or held. */
  readonly answers: AnswersByGroup;
  /** What the seller says of admissions and what goes with them. */
  readonly anchor: AnchorRules;
  /** What matters where memberships are bought; without it nobody is known and nothing is renewed. */
  readonly memberships?: MembershipContext;
};

/** A ticket to be held, with the price and fees that it will be sold at. */
export type NewTicket = HeldTicket & {
  readonly seat_id: string | null;
  readonly fee_fixed: Minor;
  readonly fee_percent: Minor;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  /** Of a city pass, as codes are compared. */
  readonly voucher: string | null;
  readonly handler_data: Readonly<Record<string, unknown>> | null;
  /** Of a ticket for members: what it uses up. */
  readonly member_use: MemberUse | null;
};

export type HoldRejection = {
  readonly code: RefusalCode;
  readonly extra: Record<string, unknown>;
  /** `reserve` unless said otherwise. */
  readonly context?: RefusalContext;
  /** Where what is said of the code cannot know enough. */
  readonly description?: string;
  /** What the seller wrote about this very case. */
  readonly words?: string;
  /** What else is wrong, of another code of the same request. */
  readonly also?: Pick<HoldRejection, "code" | "extra">;
};
