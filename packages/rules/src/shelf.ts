import type { EventConfig, EventMeta, GroupMeta, Handler, HiddenType } from "@foyer/contract/catalog.ts";
import type { RefusalCode, RefusalContext } from "@foyer/contract/refusal.ts";
import type { SurveySpec } from "@foyer/contract/survey.ts";
import type { Span } from "./allDay.ts";
import type { MemberDesk, MemberUse } from "./allowance.ts";
import type { AnchorRules, PlannedTicket } from "./anchor.ts";
import type { Capacity } from "./capacity.ts";
import type { CheckoutRule } from "./checkoutRules.ts";
import type { ShelfCode } from "./codes.ts";
import type { CodeDesk, CodeInCart } from "./codesAtWork.ts";
import type { Discount, DiscountedTicket } from "./discounts.ts";
import type { AnswersByGroup, CityPassDesk } from "./judgeForms.ts";
import type { PartyType } from "./membershipLevel.ts";
import type { MembershipDesk } from "./membershipSale.ts";
import type { Minor } from "./money.ts";
import type { OwnPrices, PricedType } from "./prices.ts";
import type { LimitedGroup } from "./quantities.ts";
import type { SaleWindow } from "./saleWindow.ts";
import type { TermRule } from "./term.ts";
import type { SellableType } from "./visibility.ts";

/** What is for sale, who asks for it, and what they may then hold: what holding.ts and the rooms beside it judge by. */

export type ShelfSession = Span &
  Capacity & {
    readonly event_template_id: string;
    readonly cancelled: boolean;
    readonly retired: boolean;
    readonly own: OwnPrices;
  };
export type ShelfGroup = LimitedGroup &
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
    readonly event: ShelfEvent;
    /** Of a level of membership: who may stand on it, in the order in which it is listed; of every other group null. */
    readonly party?: readonly PartyType[] | null;
    /** The codes that it is given by; null: it is not given. */
    readonly gift_code_group_id?: string | null;
  };
export type ShelfEvent = {
  readonly name: string;
  readonly hidden_type: HiddenType;
  readonly event_type: string;
  readonly timezone: string;
  readonly retired: boolean;
  readonly meta: EventMeta;
  readonly config: EventConfig;
};
export type ShelfType = PricedType &
  SellableType & {
    readonly ticket_group_id: string;
    readonly name: string;
    /** What benefits call it, where not by its name. */
    readonly member_event_ticket_type: string | null;
    readonly currency_amount_min: Minor | null;
    readonly currency_amount_max: Minor | null;
  };

/** What is for sale, as it stands while nobody else can change it. */
export type Shelf = {
  readonly now: Temporal.Instant;
  readonly sessions: ReadonlyMap<string, ShelfSession>;
  readonly groups: ReadonlyMap<string, ShelfGroup>;
  readonly types: ReadonlyMap<string, ShelfType>;
  /** What the seller does not sell together, or not without a code. */
  readonly rules: readonly CheckoutRule[];
  /** What the seller takes off, in the order in which it is taken. */
  readonly discounts: readonly Discount[];
  /** The codes that were named, by how they are compared. */
  readonly codes: ReadonlyMap<string, ShelfCode>;
  readonly cityPass: CityPassDesk;
};

/** A ticket that the cart holds already. */
export type HeldTicket = PlannedTicket &
  DiscountedTicket & {
    readonly seat_id?: string | null;
    readonly handler_data?: Readonly<Record<string, unknown>> | null;
  };

export type Buyer = {
  readonly role: "anonymous" | "member";
  /** What they are a member by, and what of it is used already. */
  readonly member: Omit<MemberDesk, "today">;
  readonly currency: string;
  readonly held: readonly HeldTicket[];
  /** Codes that the cart has. */
  readonly codes: readonly CodeInCart[];
  /** Which codes they may still use, and which discounts were at work before. */
  readonly uses: Pick<CodeDesk, "mayUse" | "before">;
  /** What was answered for tickets that it holds or held. */
  readonly answers: AnswersByGroup;
  /** What the seller says of admissions and what goes with them. */
  readonly anchor: AnchorRules;
  /** What matters where memberships are bought; without it nobody is known and nothing is renewed. */
  readonly memberships?: MembershipDesk;
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

export type HoldNo = {
  readonly code: RefusalCode;
  readonly extra: Record<string, unknown>;
  /** `reserve` unless said otherwise. */
  readonly context?: RefusalContext;
  /** Where what is said of the code cannot know enough. */
  readonly description?: string;
  /** What the seller wrote about this very case. */
  readonly words?: string;
  /** What else is wrong, of another code of the same request. */
  readonly also?: Pick<HoldNo, "code" | "extra">;
};
