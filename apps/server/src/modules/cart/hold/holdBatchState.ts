import type { MemberUse } from "@foyer/rules/membership/allocateAllowances.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { addOnsToRemove } from "@foyer/rules/hold/anchor.ts";
import type { CheckoutRule } from "@foyer/rules/pricing/checkoutRules.ts";
import { applyCodes, type CodeContext, type CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import { feesOf } from "@foyer/rules/pricing/fees.ts";
import { decideHold } from "@foyer/rules/hold/decideHold.ts";
import type {
  Buyer,
  HoldRejection,
  CatalogSnapshot,
  TicketGroupSnapshot,
  SessionSnapshot,
  TicketTypeSnapshot,
} from "@foyer/rules/hold/catalogSnapshot.ts";
import { ticketsPerGroup, ticketsPerSession } from "@foyer/rules/hold/checkCapacity.ts";
import { newId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import { AllowanceUsage, type LoadedAllowances } from "../members/allowanceUsage.ts";
import { anchorRulesOf } from "../read/checkoutBlocks.ts";
import type { LockedGroup, LockedCart, LockedSession, Shortage, HoldTypeRow } from "../locks.sql.ts";
import { CodeUsage, type LoadedCodes } from "../codes/codeUsage.ts";
import { DiscountState, type LoadedDiscounts } from "../codes/discountState.ts";
import type { CartUpdate, NewTicketRow, PricedTicket } from "./hold.sql.ts";
import { holderOf, type HolderLimits } from "./holderLimits.ts";
import type { CartChange } from "./holdBatch.ts";
import { checkWriteAccess } from "../access/cartAccess.ts";
import type { SessionTimes, TicketRow, TypeName } from "../read/readCart.sql.ts";
import { SeatAllocation } from "../seats/seatAllocation.ts";
import type { LoadedSeats } from "../seats/seats.sql.ts";
import { membershipContext, gifteeIdIn, type LoadedMembers } from "../members/membershipContext.ts";
import { describeTickets, type CartTicket } from "../read/readCartTickets.ts";

export type CartChangeDecision = { readonly refused: Refused } | { readonly cart_id: string };

type LoadedState = {
  carts: readonly LockedCart[];
  /** What the carts hold, booked tickets not among it. */
  held: readonly TicketRow[];
  types: readonly HoldTypeRow[];
  sessions: readonly LockedSession[];
  groups: readonly LockedGroup[];
  seats: LoadedSeats;
  rules: readonly CheckoutRule[];
  codes: LoadedCodes;
  discounts: LoadedDiscounts;
  allowances: LoadedAllowances;
  holders: HolderLimits;
  members: LoadedMembers;
  /** What tickets are called and when they are for. */
  names: ReadonlyMap<string, TypeName>;
  times: ReadonlyMap<string, SessionTimes>;
};
type CountedTicket = Pick<TicketRow, "ticket_group_id" | "event_session_id" | "seat_id" | "voucher"> & {
  readonly id?: string;
  readonly member_use?: MemberUse | null;
};

/**
 * The running account of one transaction: how everything stood when it was locked, and what each change, in its turn,
 * makes of it. Nothing here touches the database; what has to be written is read off at the end.
 */
export class HoldBatchState {
  readonly newCarts: {
    readonly id: string;
    readonly change: CartChange;
    readonly additional_info: object;
    readonly giftee_identity_id: string | null;
  }[] = [];
  readonly changedCarts = new Map<string, CartUpdate>();
  readonly #newTickets: NewTicketRow[] = [];
  /** Tickets that cost something else than when they came. */
  readonly #repriced = new Map<string, PricedTicket>();
  readonly removedTicketIds: string[] = [];
  /** Net places by bucket. */
  readonly sessionUsage = new Map<string, number>();
  readonly groupUsage = new Map<string, number>();
  readonly #shortSessions = new Set<string>();
  readonly #shortGroups = new Set<string>();

  readonly #carts: ReadonlyMap<string, LockedCart>;
  readonly #held = new Map<string, TicketRow[]>();
  readonly #types: ReadonlyMap<string, TicketTypeSnapshot & { readonly name: string }>;
  readonly #sessions: Map<string, SessionSnapshot>;
  readonly #groups: Map<string, TicketGroupSnapshot>;
  readonly #rules: readonly CheckoutRule[];
  readonly #names: LoadedState["names"];
  readonly #times: LoadedState["times"];
  readonly #seats: SeatAllocation;
  readonly #allowances: AllowanceUsage;
  readonly #holders: HolderLimits;
  readonly #members: LoadedMembers;
  readonly #capacities: ReadonlyMap<string, number>;
  readonly #now: Temporal.Instant | undefined;
  readonly codes: CodeUsage;
  readonly discounts: DiscountState;

  constructor(loaded: LoadedState) {
    const {
      carts,
      held,
      types,
      sessions,
      groups,
      seats,
      rules,
      codes,
      discounts,
      allowances,
      holders,
      members,
      names,
      times,
    } = loaded;
    this.#rules = rules;
    this.#names = names;
    this.#times = times;
    this.codes = new CodeUsage(codes);
    this.discounts = new DiscountState(discounts);
    this.#seats = new SeatAllocation(seats);
    this.#allowances = new AllowanceUsage(allowances);
    this.#holders = holders;
    this.#members = members;
    this.#capacities = new Map(sessions.map(({ id, capacity }) => [id, capacity]));
    this.#carts = new Map(carts.map((cart) => [cart.id, cart]));
    for (const cart of carts) this.#held.set(cart.id, []);
    for (const ticket of held) this.#held.get(ticket.cart_id)?.push(ticket);
    this.#types = new Map(types.map((type) => [type.id, type]));
    this.#sessions = new Map(sessions.map((session) => [session.id, session]));
    this.#groups = new Map(
      groups.map((group) => [
        group.id,
        {
          ...group,
          event: {
            name: group.event_name,
            meta: group.event_meta,
            config: group.event_config,
            hidden_type: group.event_hidden_type,
            event_type: group.event_type,
            timezone: group.event_timezone,
            retired: group.event_retired,
          },
        },
      ]),
    );
    const now = groups[0]?.now ?? this.codes.now ?? discounts.all[0]?.now;
    this.#now = now === undefined ? undefined : Temporal.Instant.from(now);
  }

  /** New tickets, with what they cost when all is decided. What a later change of this transaction took along never was. */
  get newTickets(): readonly NewTicketRow[] {
    const gone = new Set(this.removedTicketIds);
    return this.#newTickets
      .filter(({ id }) => !gone.has(id))
      .map((ticket) => ({ ...ticket, ...this.#repriced.get(ticket.id) }));
  }

  /** Tickets that were there before and cost something else now. */
  get repricedTickets(): readonly PricedTicket[] {
    if (this.#repriced.size === 0) return [];
    const skipped = new Set([...this.#newTickets.map(({ id }) => id), ...this.removedTicketIds]);
    return [...this.#repriced.values()].filter(({ id }) => !skipped.has(id));
  }

  /** Buckets in which somebody found too little room, and what was used up. */
  get shortage(): Shortage {
    return {
      sessions: [...this.#shortSessions],
      groups: [...this.#shortGroups],
      memberships: this.#allowances.exhausted,
      ...this.codes.exhausted,
    };
  }

  /** What a cart holds when all is decided. */
  ticketsOf(cart_id: string): CartTicket[] {
    return this.#describe(this.#held.get(cart_id) ?? []);
  }

  #describe(tickets: readonly TicketRow[]): CartTicket[] {
    return describeTickets(tickets, this.#names, this.#times);
  }

  decide(change: CartChange): CartChangeDecision {
    const { ctx, access, cart_id, add, remove, context = "reserve" } = change;
    const held = (cart_id && this.#held.get(cart_id)) || [];
    if (cart_id !== undefined) {
      const refused = checkWriteAccess(this.#carts.get(cart_id), held.length > 0, ctx.visitor, access, context);
      if (refused) return { refused };
    }

    const removedIds = new Set(remove);
    const leaving = held.filter((ticket) => removedIds.has(ticket.id));
    if (leaving.length < removedIds.size)
      return { refused: new Refused({ code: "ticket_not_found", context: "cart_remove_tickets" }) };
    const staying = held.filter((ticket) => !removedIds.has(ticket.id));

    this.#applyTickets(leaving, -1);
    const buyer: Buyer = {
      role: ctx.visitor?.role ?? "anonymous",
      member: this.#allowances.contextFor(ctx.visitor),
      currency: ctx.seller.default_currency_code,
      held: this.#describe(staying),
      codes: this.codes.ofCart(cart_id),
      codeEligibility: this.#codeContext(change),
      answers: (cart_id !== undefined && this.#carts.get(cart_id)?.answers) || {},
      anchor: anchorRulesOf(ctx.seller),
      memberships: membershipContext(ctx, this.#members),
    };
    const decision = decideHold(add, buyer, this.#snapshotFor(ctx), change.extras);
    if ("rejection" in decision) {
      this.#applyTickets(leaving, 1);
      if (decision.rejection.code === "member_limit_exceeded") this.#allowances.markExhausted(ctx.visitor);
      return { refused: this.#refuse(decision.rejection, context) };
    }
    const seatRejection = this.#seats.check(add, { groups: this.#groups, types: this.#types });
    if (seatRejection) {
      this.#applyTickets(leaving, 1);
      return { refused: this.#refuse(seatRejection, context) };
    }
    const { tickets } = decision;
    const sessionCounts = countBySession([...staying, ...tickets]);
    const holder = holderOf(ctx);
    const limitRefusal =
      add.length > 0
        ? this.#holders.check(holder, { id: cart_id, bySession: sessionCounts }, this.#capacities)
        : undefined;
    if (limitRefusal) {
      this.#applyTickets(leaving, 1);
      return { refused: limitRefusal };
    }
    this.#applyTickets(tickets, 1);
    const leavingWithAnchorTickets =
      leaving.length > 0 ? addOnsToRemove(this.#describe(staying), tickets, buyer.anchor) : [];
    this.#applyTickets(leavingWithAnchorTickets, -1);
    const gone = new Set(leavingWithAnchorTickets.map((ticket) => ticket.id));

    const id = cart_id ?? newId();
    if (add.length > 0) this.#holders.record(id, holder, sessionCounts);
    const giftee_identity_id = gifteeIdIn(add);
    if (cart_id === undefined)
      this.newCarts.push({ id, change, additional_info: decision.answers, giftee_identity_id });
    else
      this.#recordChange({
        id,
        renews: tickets.length > 0,
        restarts: tickets.length > 0 && held.length === 0,
        additional_info: decision.answers,
        giftee_identity_id,
      });
    const taken = tickets.map((ticket) => ({
      ...ticket,
      id: newId(),
      cart_id: id,
      adjusted_value: ticket.face_value,
    }));
    this.#newTickets.push(...taken);
    this.removedTicketIds.push(...[...leaving, ...leavingWithAnchorTickets].map((ticket) => ticket.id));
    const heldTickets = [
      ...staying.filter((ticket) => !gone.has(ticket.id)),
      ...taken.map((ticket) => toTicketRow(ticket, this.#seats.nameOf(ticket.seat_id))),
    ];
    this.#held.set(id, this.#reprice(change, { cart_id: id, holds: heldTickets, codes: decision.codes }));
    const { visit_time } = ctx.seller.configuration.upsells ?? {};
    if (visit_time !== undefined && !buyer.anchor.visit_time && tickets.some((ticket) => ticket.needs_anchor))
      ctx.log.warn({ visit_time }, "Unsupported value for upsells.visit_time config");
    return { cart_id: id };
  }

  #codeContext({ ctx, cart_id }: CartChange): Pick<CodeContext, "canUse" | "activeDiscounts"> {
    const identity_id = ctx.visitor?.identity_id;
    return {
      canUse: (code) => this.codes.mayUse(code, { identity_id }),
      activeDiscounts: this.discounts.appliedTo(cart_id),
    };
  }

  /** Works out anew what a cart's tickets cost, and which of its codes are at work. */
  #reprice(
    change: CartChange,
    { cart_id, holds: heldTickets, codes }: { cart_id: string; holds: TicketRow[]; codes: readonly CodeInCart[] },
  ): TicketRow[] {
    const { ctx } = change;
    const uses = this.#codeContext(change);
    const had = this.codes.ofCart(change.cart_id).length;
    if (this.discounts.all.length + codes.length + had + uses.activeDiscounts.size === 0) return heldTickets;
    const tickets = this.#describe(heldTickets);
    const codeContext = { now: this.#now ?? ctx.now, rules: this.#rules, discounts: this.discounts.all, ...uses };
    const { prices, taken, at_work } = applyCodes(tickets, codes, codeContext);
    this.discounts.setCartDiscounts(cart_id, taken);
    this.codes.setCartCodes(
      cart_id,
      { identity_id: ctx.visitor?.identity_id },
      codes.map(({ id }) => ({ id, at_work: at_work.has(id) })),
    );
    const indexes = new Map(tickets.map(({ id }, index) => [id, index]));
    return heldTickets.map((ticket): TicketRow => {
      const index = indexes.get(ticket.id) ?? -1;
      const [adjusted_value, rule] = [prices[index], tickets[index]];
      if (adjusted_value === undefined || !rule || adjusted_value === ticket.adjusted_value) return ticket;
      const fees = feesOf(adjusted_value, rule);
      const priced = { id: ticket.id, adjusted_value, fee_fixed: fees.fixed, fee_percent: fees.percent };
      this.#repriced.set(ticket.id, priced);
      return { ...ticket, ...priced };
    });
  }

  #snapshotFor({ now, seller }: CartChange["ctx"]): CatalogSnapshot {
    return {
      now: this.#now ?? now,
      sessions: this.#sessions,
      groups: this.#groups,
      types: this.#types,
      rules: this.#rules,
      discounts: this.discounts.all,
      codes: this.codes.codes,
      cityPass: {
        web: seller.web,
        formats: seller.configuration.citypass_code_groups,
        usedVouchers: this.codes.vouchers,
      },
    };
  }

  #refuse({ context: own, also, ...rejection }: HoldRejection, defaultContext: RefusalContext): Refused {
    const context = own ?? defaultContext;
    const { code, extra } = rejection;
    if (code === "code_exhausted") this.codes.markExhausted(String(extra.code));
    if (also?.code === "code_exhausted") this.codes.markExhausted(String(also.extra.code));
    if (code === "event_session_sold_out" || code === "session_capacity_exceeded")
      this.#shortSessions.add(String(extra.event_session_id));
    if (code === "ticket_group_sold_out" || code === "ticket_group_capacity_exceeded")
      this.#shortGroups.add(String(extra.ticket_group_id));
    // By whom a seat is taken is not known here: what is overdue in its session is let go first.
    if (code === "seat_not_available") this.#shortSessions.add(String(extra.event_session_id));
    return new Refused({ ...rejection, context, ...(also && { also: new Refused({ ...also, context }) }) });
  }

  #applyTickets(tickets: readonly CountedTicket[], sign: 1 | -1): void {
    this.codes.applyTickets(tickets, sign);
    this.#seats.applyTickets(tickets, sign);
    this.#allowances.applyTickets(tickets, sign);
    for (const [id, count] of ticketsPerSession(tickets, { groups: this.#groups })) {
      const session = this.#sessions.get(id);
      if (session) this.#sessions.set(id, { ...session, used_capacity: session.used_capacity + sign * count });
      this.sessionUsage.set(id, (this.sessionUsage.get(id) ?? 0) + sign * count);
    }
    for (const [id, count] of ticketsPerGroup(tickets)) {
      const group = this.#groups.get(id);
      if (group) this.#groups.set(id, { ...group, used_capacity: group.used_capacity + sign * count });
      this.groupUsage.set(id, (this.groupUsage.get(id) ?? 0) + sign * count);
    }
  }

  /** Two changes of one cart in one transaction are written as one. */
  #recordChange(change: CartUpdate): void {
    const before = this.changedCarts.get(change.id);
    this.changedCarts.set(
      change.id,
      before
        ? {
            ...change,
            renews: before.renews || change.renews,
            restarts: before.restarts || change.restarts,
            additional_info: { ...before.additional_info, ...change.additional_info },
            giftee_identity_id: change.giftee_identity_id ?? before.giftee_identity_id,
          }
        : change,
    );
  }
}

/** A new ticket, as it will be read. */
const toTicketRow = (ticket: NewTicketRow, seat_name: string | null): TicketRow => ({
  ...ticket,
  seat_name,
  state: "held",
  ticket_order_id: null,
  scan_code: null,
  member_lapsed: false,
});

const countBySession = (tickets: readonly Pick<TicketRow, "event_session_id">[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { event_session_id: id } of tickets) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};
