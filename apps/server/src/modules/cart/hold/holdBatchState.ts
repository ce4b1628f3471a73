import type { MemberUse } from "@foyer/rules/membership/allocateAllowances.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { addOnsToRemove } from "@foyer/rules/hold/anchor.ts";
import { applyCodes, type CodeContext, type CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import { feesOf } from "@foyer/rules/pricing/fees.ts";
import { decideHold, type HoldDecision } from "@foyer/rules/hold/decideHold.ts";
import type { Buyer, CatalogSnapshot, HoldRejection, TicketTypeSnapshot } from "@foyer/rules/hold/catalogSnapshot.ts";
import { newId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { NamedRule } from "../../codes/codeContext.ts";
import { checkWriteAccess } from "../access/cartAccess.ts";
import { CodeUsage, type LoadedCodes } from "../codes/codeUsage.ts";
import { DiscountState, type LoadedDiscounts } from "../codes/discountState.ts";
import type { HoldTypeRow, LockedCartRow, LockedGroup, LockedSession, Shortage } from "../locks.sql.ts";
import { AllowanceUsage, type LoadedAllowances } from "../members/allowanceUsage.ts";
import { gifteeIdIn, membershipContext } from "../members/membershipContext.ts";
import type { LoadedMembers } from "../members/namedMembers.sql.ts";
import { anchorRulesOf } from "../read/checkoutBlocks.ts";
import type { SessionTimes, TicketRow, TypeName } from "../read/readCart.sql.ts";
import { describeTickets, type CartTicket } from "../read/readCartTickets.ts";
import { SeatAllocation } from "../seats/seatAllocation.ts";
import type { LoadedSeats } from "../seats/seats.sql.ts";
import { CapacityUsage } from "./capacityUsage.ts";
import type { CartChangeRequest, CartChangeDecision } from "./cartChange.ts";
import { CartWrites } from "./cartWrites.ts";
import type { NewTicketRow } from "./hold.sql.ts";
import { holderOf, type Holder, type HolderLimits } from "./holderLimits.ts";
import { TicketWrites } from "./ticketWrites.ts";

type LoadedBatch = {
  readonly carts: readonly LockedCartRow[];
  /** The tickets that the carts hold, without booked ones. */
  readonly held: readonly TicketRow[];
  readonly types: readonly HoldTypeRow[];
  readonly sessions: readonly LockedSession[];
  readonly groups: readonly LockedGroup[];
  readonly seats: LoadedSeats;
  readonly rules: readonly NamedRule[];
  readonly codes: LoadedCodes;
  readonly discounts: LoadedDiscounts;
  readonly allowances: LoadedAllowances;
  readonly holders: HolderLimits;
  readonly members: LoadedMembers;
  /** Names and times of the tickets, by type and by session. */
  readonly names: ReadonlyMap<string, TypeName>;
  readonly times: ReadonlyMap<string, SessionTimes>;
};
type CountedTicket = Pick<TicketRow, "ticket_group_id" | "event_session_id" | "seat_id" | "voucher"> & {
  readonly id?: string;
  readonly member_use?: MemberUse | null;
};
type AcceptedHold = Exclude<HoldDecision, { readonly rejection: HoldRejection }> & {
  readonly holder: Holder;
  readonly sessionCounts: ReadonlyMap<string, number>;
};
/** The tickets of a cart around one change. */
type TicketSplit = {
  readonly held: readonly TicketRow[];
  readonly leaving: readonly TicketRow[];
  readonly staying: readonly TicketRow[];
};

/**
 * The state of one batch: the rows as they were locked, and what each change in turn makes of them. It never touches the
 * database; `loadBatch` fills it and `writeBatch` writes what it collected.
 */
export class HoldBatchState {
  readonly carts = new CartWrites();
  readonly tickets = new TicketWrites();
  readonly capacity: CapacityUsage;
  readonly codes: CodeUsage;
  readonly discounts: DiscountState;
  readonly rules: readonly NamedRule[];

  readonly #carts: ReadonlyMap<string, LockedCartRow>;
  readonly #held = new Map<string, TicketRow[]>();
  readonly #types: ReadonlyMap<string, TicketTypeSnapshot>;
  readonly #names: LoadedBatch["names"];
  readonly #times: LoadedBatch["times"];
  readonly #seats: SeatAllocation;
  readonly #allowances: AllowanceUsage;
  readonly #holders: HolderLimits;
  readonly #members: LoadedMembers;
  readonly #now: Temporal.Instant | undefined;

  constructor(loaded: LoadedBatch) {
    const { carts, held, types, sessions, groups, discounts } = loaded;
    this.capacity = new CapacityUsage(sessions, groups);
    this.codes = new CodeUsage(loaded.codes);
    this.discounts = new DiscountState(discounts);
    this.rules = loaded.rules;
    this.#carts = new Map(carts.map((cart) => [cart.id, cart]));
    for (const cart of carts) this.#held.set(cart.id, []);
    for (const ticket of held) this.#held.get(ticket.cart_id)?.push(ticket);
    this.#types = new Map(types.map((type) => [type.id, type]));
    this.#names = loaded.names;
    this.#times = loaded.times;
    this.#seats = new SeatAllocation(loaded.seats);
    this.#allowances = new AllowanceUsage(loaded.allowances);
    this.#holders = loaded.holders;
    this.#members = loaded.members;
    const now = groups[0]?.now ?? this.codes.now ?? discounts.all[0]?.now;
    this.#now = now === undefined ? undefined : Temporal.Instant.from(now);
  }

  /** Everything of which some change found too little. */
  get shortage(): Shortage {
    return { ...this.capacity.exhausted, memberships: this.#allowances.exhausted, ...this.codes.exhausted };
  }

  /** What a cart holds after all decisions. */
  ticketsOf(cart_id: string): CartTicket[] {
    return this.#describe(this.#held.get(cart_id) ?? []);
  }

  /** Decides one change. A refused change leaves the state as it was, but for the shortage that it found. */
  decide(change: CartChangeRequest): CartChangeDecision {
    const { cart_id, remove } = change;
    const held = (cart_id && this.#held.get(cart_id)) || [];
    const removedIds = new Set(remove);
    const leaving = held.filter((ticket) => removedIds.has(ticket.id));
    const staying = held.filter((ticket) => !removedIds.has(ticket.id));
    const refused = this.#checkAccess(change, held) ?? checkAllFound(leaving, removedIds);
    if (refused) return { refused };

    this.#applyTickets(leaving, -1);
    const judged = this.#judge(change, staying);
    if ("refused" in judged) {
      this.#applyTickets(leaving, 1);
      return judged;
    }
    this.#applyTickets(judged.tickets, 1);
    return { cart_id: this.#accept(change, { held, leaving, staying }, judged) };
  }

  #checkAccess({ ctx, access, cart_id, context = "reserve" }: CartChangeRequest, held: readonly TicketRow[]) {
    return cart_id === undefined
      ? undefined
      : checkWriteAccess(this.#carts.get(cart_id), held.length > 0, ctx.visitor, access, context);
  }

  /** Applies the rules of sale, then those of seats, then the limits of what one visitor may hold at once. */
  #judge(change: CartChangeRequest, staying: readonly TicketRow[]): { readonly refused: Refused } | AcceptedHold {
    const { ctx, add, cart_id, extras, context = "reserve" } = change;
    const decision = decideHold(add, this.#buyerOf(change, staying), this.#snapshotFor(ctx), extras);
    if ("rejection" in decision) {
      if (decision.rejection.code === "member_limit_exceeded") this.#allowances.markExhausted(ctx.visitor);
      return { refused: this.#refuse(decision.rejection, context) };
    }
    const seatRejection = this.#seats.check(add, { groups: this.capacity.groups, types: this.#types });
    if (seatRejection) return { refused: this.#refuse(seatRejection, context) };

    const sessionCounts = countBySession([...staying, ...decision.tickets]);
    const holder = holderOf(ctx);
    const limitRefusal =
      add.length > 0
        ? this.#holders.check(holder, { id: cart_id, bySession: sessionCounts }, this.capacity.capacities)
        : undefined;
    return limitRefusal ? { refused: limitRefusal } : { ...decision, holder, sessionCounts };
  }

  /** Records an accepted change and returns the cart's id. */
  #accept(change: CartChangeRequest, { held, leaving, staying }: TicketSplit, accepted: AcceptedHold): string {
    const { ctx, add, cart_id } = change;
    const { tickets, codes, answers, holder, sessionCounts } = accepted;
    const id = cart_id ?? newId();
    // Add-ons leave with the admission that they depend on.
    const addOns =
      leaving.length > 0 ? addOnsToRemove(this.#describe(staying), tickets, anchorRulesOf(ctx.seller)) : [];
    this.#applyTickets(addOns, -1);
    const addOnIds = new Set(addOns.map((ticket) => ticket.id));

    if (add.length > 0) this.#holders.record(id, holder, sessionCounts);
    const cart = { id, additional_info: answers, giftee_identity_id: gifteeIdIn(add) };
    const renews = tickets.length > 0;
    if (cart_id === undefined) this.carts.insert({ ...cart, change });
    else this.carts.update({ ...cart, renews, restarts: renews && held.length === 0 });

    const added = tickets.map((ticket) => ({
      ...ticket,
      id: newId(),
      cart_id: id,
      adjusted_value: ticket.face_value,
    }));
    this.tickets.insert(added);
    this.tickets.release([...leaving, ...addOns].map((ticket) => ticket.id));
    const heldTickets = [
      ...staying.filter((ticket) => !addOnIds.has(ticket.id)),
      ...added.map((ticket) => toTicketRow(ticket, this.#seats.nameOf(ticket.seat_id))),
    ];
    this.#held.set(id, this.#reprice(change, { cart_id: id, heldTickets, codes }));
    warnOfUnsupportedVisitTime(change, tickets);
    return id;
  }

  /** Computes which of a cart's codes work and what its tickets cost, and records what changed. */
  #reprice(
    change: CartChangeRequest,
    { cart_id, heldTickets, codes }: { cart_id: string; heldTickets: TicketRow[]; codes: readonly CodeInCart[] },
  ): TicketRow[] {
    const { ctx } = change;
    const eligibility = this.#codeEligibility(change);
    const codesBefore = this.codes.ofCart(change.cart_id).length;
    if (this.discounts.all.length + codes.length + codesBefore + eligibility.activeDiscounts.size === 0)
      return heldTickets;
    const tickets = this.#describe(heldTickets);
    const { prices, taken, at_work } = applyCodes(tickets, codes, {
      now: this.#now ?? ctx.now,
      rules: this.rules,
      discounts: this.discounts.all,
      ...eligibility,
    });
    this.discounts.setCartDiscounts(cart_id, taken);
    this.codes.setCartCodes(
      cart_id,
      { identity_id: ctx.visitor?.identity_id },
      codes.map(({ id }) => ({ id, at_work: at_work.has(id) })),
    );
    const indexes = new Map(tickets.map(({ id }, index) => [id, index]));
    return heldTickets.map((row) => {
      const index = indexes.get(row.id) ?? -1;
      return this.#withPrice(row, tickets[index], prices[index]);
    });
  }

  #withPrice(row: TicketRow, ticket: CartTicket | undefined, adjusted_value: number | undefined): TicketRow {
    if (adjusted_value === undefined || !ticket || adjusted_value === row.adjusted_value) return row;
    const fees = feesOf(adjusted_value, ticket);
    const price = { id: row.id, adjusted_value, fee_fixed: fees.fixed, fee_percent: fees.percent };
    this.tickets.setPrice(price);
    return { ...row, ...price };
  }

  #buyerOf(change: CartChangeRequest, staying: readonly TicketRow[]): Buyer {
    const { ctx, cart_id } = change;
    return {
      role: ctx.visitor?.role ?? "anonymous",
      member: this.#allowances.contextFor(ctx.visitor),
      currency: ctx.seller.default_currency_code,
      held: this.#describe(staying),
      codes: this.codes.ofCart(cart_id),
      codeEligibility: this.#codeEligibility(change),
      answers: (cart_id !== undefined && this.#carts.get(cart_id)?.answers) || {},
      anchor: anchorRulesOf(ctx.seller),
      memberships: membershipContext(ctx, this.#members),
    };
  }

  #codeEligibility({ ctx, cart_id }: CartChangeRequest): Pick<CodeContext, "canUse" | "activeDiscounts"> {
    const identity_id = ctx.visitor?.identity_id;
    return {
      canUse: (code) => this.codes.mayUse(code, { identity_id }),
      activeDiscounts: this.discounts.appliedTo(cart_id),
    };
  }

  #snapshotFor({ now, seller }: CartChangeRequest["ctx"]): CatalogSnapshot {
    return {
      now: this.#now ?? now,
      sessions: this.capacity.sessions,
      groups: this.capacity.groups,
      types: this.#types,
      rules: this.rules,
      discounts: this.discounts.all,
      codes: this.codes.codes,
      cityPass: {
        web: seller.web,
        formats: seller.configuration.citypass_code_groups,
        usedVouchers: this.codes.vouchers,
      },
    };
  }

  /** Turns a rejection into a refusal, and remembers what was short. */
  #refuse(rejection: HoldRejection, defaultContext: RefusalContext): Refused {
    const { context = defaultContext, also, ...rest } = rejection;
    if (rest.code === "code_exhausted") this.codes.markExhausted(String(rest.extra.code));
    if (also?.code === "code_exhausted") this.codes.markExhausted(String(also.extra.code));
    this.capacity.markExhausted(rejection);
    return new Refused({ ...rest, context, ...(also && { also: new Refused({ ...also, context }) }) });
  }

  #applyTickets(tickets: readonly CountedTicket[], sign: 1 | -1): void {
    this.codes.applyTickets(tickets, sign);
    this.#seats.applyTickets(tickets, sign);
    this.#allowances.applyTickets(tickets, sign);
    this.capacity.applyTickets(tickets, sign);
  }

  #describe(tickets: readonly TicketRow[]): CartTicket[] {
    return describeTickets(tickets, this.#names, this.#times);
  }
}

const checkAllFound = (leaving: readonly TicketRow[], removedIds: ReadonlySet<string>): Refused | undefined =>
  leaving.length < removedIds.size
    ? new Refused({ code: "ticket_not_found", context: "cart_remove_tickets" })
    : undefined;

/** A new ticket as it will be read. */
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

const warnOfUnsupportedVisitTime = ({ ctx }: CartChangeRequest, tickets: AcceptedHold["tickets"]): void => {
  const { visit_time } = ctx.seller.configuration.upsells ?? {};
  if (visit_time === undefined || anchorRulesOf(ctx.seller).visit_time) return;
  if (tickets.some((ticket) => ticket.needs_anchor))
    ctx.log.warn({ visit_time }, "Unsupported value for upsells.visit_time config");
};
