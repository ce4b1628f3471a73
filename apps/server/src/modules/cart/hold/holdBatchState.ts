import { removeFromContents } from "@foyer/rules/hold/cartContents.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { decideHold } from "@foyer/rules/hold/decideHold.ts";
import type { Buyer, CatalogSnapshot, HoldRejection, NewTicket } from "@foyer/rules/hold/catalogSnapshot.ts";
import { keepSeats } from "@foyer/rules/seating/keepSeats.ts";
import { newSecretId, newOrderedId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { NamedRule } from "../../codes/codeContext.ts";
import { checkWriteAccess } from "../access/cartAccess.ts";
import { carriedForms } from "../change/request/carriedForms.ts";
import { planCartChange, viewCartChange, type CartChangeView } from "../change/cartChangeView.ts";
import {
  extrasFor,
  givenUpFor,
  seatsGivenUp,
  OrderChanges,
  activeTickets,
  ownCodes,
  withPlan,
  type RequestedChange,
} from "../change/orderChanges.ts";
import { codeEligibility } from "../codes/codeEligibility.ts";
import { CodeUsage } from "../codes/codeUsage.ts";
import { DiscountState } from "../codes/discountState.ts";
import type { LockedCartRow, Shortage } from "../locks.sql.ts";
import { AllowanceUsage } from "../members/allowanceUsage.ts";
import { gifteeIdIn, membershipContext } from "../members/membershipContext.ts";
import type { LoadedMembers } from "../members/namedMembers.sql.ts";
import { anchorRulesOf } from "../read/checkoutBlocks.ts";
import type { TicketRow } from "../read/readCart.sql.ts";
import { describeTickets, type CartTicket } from "../read/readCartTickets.ts";
import { SeatAllocation } from "../seats/seatAllocation.ts";
import { CapacityUsage } from "./capacityUsage.ts";
import { catalogForHold } from "./catalogForHold.ts";
import type { CartChangeRequest, CartChangeDecision } from "./cartChange.ts";
import { CartWrites } from "./cartWrites.ts";
import {
  asContents,
  checkAllFound,
  countBySession,
  groupsGone,
  keptTickets,
  refusedHold,
  toTicketRow,
  warnOfUnsupportedVisitTime,
} from "./heldTickets.ts";
import type { AcceptedHold, CountedTicket, LoadedBatch, TicketSplit } from "./holdBatchTypes.ts";
import { holderOf, type HolderLimits } from "./holders/holderLimits.ts";
import { repriceCart, type CartToReprice } from "./repriceCart.ts";
import { refuseAddedTickets } from "./requireOnSale.ts";
import { TicketWrites } from "./ticketWrites.ts";

/**
 * The state of one batch: the rows as they were locked, and the effect of each change in turn. It never accesses the
 * database; `loadBatch` fills it and `holdBatch` writes what it collected.
 */
export class HoldBatchState {
  readonly carts = new CartWrites();
  readonly tickets = new TicketWrites();
  readonly capacity: CapacityUsage;
  readonly codes: CodeUsage;
  readonly discounts: DiscountState;
  readonly rules: readonly NamedRule[];
  readonly orderChanges: OrderChanges;

  readonly #carts: ReadonlyMap<string, LockedCartRow>;
  readonly #held = new Map<string, TicketRow[]>();
  readonly #types: ReadonlyMap<string, LoadedBatch["types"][number]>;
  readonly #names: LoadedBatch["names"];
  readonly #times: LoadedBatch["times"];
  readonly #seats: SeatAllocation;
  readonly #allowances: AllowanceUsage;
  readonly #holders: HolderLimits;
  readonly #members: LoadedMembers;
  readonly #now: Temporal.Instant | undefined;

  constructor(loaded: LoadedBatch) {
    const { carts, held, types, sessions, groups, discounts } = loaded;
    this.capacity = new CapacityUsage(sessions, groups, activeTickets(loaded.orders));
    this.codes = new CodeUsage(loaded.codes);
    this.discounts = new DiscountState(discounts);
    this.rules = loaded.rules;
    this.orderChanges = new OrderChanges(loaded.orders, carts);
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

  /** Everything that ran short for at least one change. */
  get shortage(): Shortage {
    return { ...this.capacity.exhausted, memberships: this.#allowances.exhausted, ...this.codes.exhausted };
  }

  /** The tickets that a cart holds after all decisions. */
  ticketsOf(cart_id: string): CartTicket[] {
    return this.#describe(this.#held.get(cart_id) ?? []);
  }

  /** A cart's change of an order after all decisions; undefined for a purchase. */
  orderChangeOf(seller: Seller, cart_id: string): CartChangeView | undefined {
    const change = this.orderChanges.ofCart(cart_id);
    if (!change) return undefined;
    const tickets = { own: this.ticketsOf(cart_id), booked: this.#describe(change.order.tickets) };
    return viewCartChange(seller, change.order, change.wanted, tickets);
  }

  /** Decides one change. A refused change leaves the state as it was, apart from the shortage that it found. */
  decide(change: CartChangeRequest): CartChangeDecision {
    const { cart_id, remove } = change;
    const held = (cart_id && this.#held.get(cart_id)) || [];
    const removedIds = new Set(remove);
    const leaving = held.filter((ticket) => removedIds.has(ticket.id));
    const staying = held.filter((ticket) => !removedIds.has(ticket.id));
    const orderChange = this.orderChanges.requested(change);
    const found = [...leaving, ...(orderChange?.leaving ?? [])];
    const refused =
      this.#checkAccess(change, held) ?? checkAllFound({ found, removedIds, isOrder: orderChange !== undefined });
    if (refused) return { refused };

    this.#applyTickets(leaving, -1);
    const checked = this.#check(change, { leaving, staying, orderChange });
    if ("refused" in checked) {
      this.#applyTickets(leaving, 1);
      return checked;
    }
    if (cart_id === undefined && checked.tickets.length + checked.codes.length === 0) return { cart_id: undefined };
    this.#applyTickets(checked.tickets, 1);
    return { cart_id: this.#accept(change, { held, leaving, staying }, checked) };
  }

  #checkAccess({ ctx, cart_id, context = "reserve", ...change }: CartChangeRequest, held: readonly TicketRow[]) {
    if (cart_id === undefined) return undefined;
    const cart = this.#carts.get(cart_id);
    const request = { ...change, holdsTickets: held.length > 0, visitor: ctx.visitor, context };
    const refused =
      checkWriteAccess(cart, request) ?? (change.add.length > 0 ? refuseAddedTickets(ctx, cart) : undefined);
    // The policy does not restrict a change that the venue opened, so its payer may not modify it.
    if (!refused && cart?.change?.offer) return new Refused({ code: "cart_not_editable", context });
    return refused;
  }

  /**
   * Checks the rules of sale, then seats, then what a cart must contain after a removal, then the limits of what one
   * visitor may hold at once.
   */
  #check(
    change: CartChangeRequest,
    { leaving, staying, orderChange }: Omit<TicketSplit, "held">,
  ): { readonly refused: Refused } | AcceptedHold {
    const { ctx, add, cart_id, context = "reserve" } = change;
    const buyer = this.#buyerOf(change, staying, orderChange);
    const decision = decideHold(add, buyer, this.#catalogFor(ctx), extrasFor(change, orderChange));
    if ("rejection" in decision) {
      if (decision.rejection.code === "member_limit_exceeded") this.#allowances.markExhausted(ctx.visitor);
      return { refused: this.#refuse(decision.rejection, { ctx, context, orderChange }) };
    }
    const seats = seatsGivenUp(orderChange, staying);
    const seatRejection = this.#seats.check(add, { groups: this.capacity.groups, types: this.#types }, seats);
    if (seatRejection) return { refused: this.#refuse(seatRejection, { ctx, context, orderChange }) };
    const contents = this.#checkContents(change, { leaving, staying, orderChange }, decision.tickets);
    if ("refused" in contents) return contents;

    const sessionCounts = countBySession([...staying, ...decision.tickets]);
    const holder = holderOf(ctx);
    const cart = { id: cart_id, bySession: sessionCounts, adds: add.length > 0, capacities: this.capacity.capacities };
    const limitRefusal = change.extras.unattended ? undefined : this.#holders.check(holder, cart);
    if (limitRefusal) return { refused: limitRefusal };
    const tickets = keepSeats(decision.tickets, seats);
    return { ...decision, tickets, ...contents, codes: ownCodes(decision.codes, orderChange), holder, sessionCounts };
  }

  /** Checks what a cart must contain after a removal, and what a change of an order may do. */
  #checkContents(
    { ctx, context = "reserve" }: CartChangeRequest,
    { leaving, staying, orderChange }: Omit<TicketSplit, "held">,
    tickets: readonly NewTicket[],
  ): { readonly refused: Refused } | Pick<AcceptedHold, "along" | "orderChange"> {
    const added = asContents(tickets, this.#names);
    const contents = removeFromContents(
      {
        leaving: [...this.#describe(leaving), ...(orderChange?.leaving ?? [])],
        staying: this.#describe(staying),
        added: [...added, ...this.#describe(orderChange?.staying ?? [])],
      },
      anchorRulesOf(ctx.seller),
    );
    if ("rejection" in contents) return { refused: this.#refuse(contents.rejection, { ctx, context, orderChange }) };
    const idsAlong = new Set(contents.along.map(({ id }) => id));
    const own = this.#describe(staying.filter(({ id }) => !idsAlong.has(id)));
    const plan =
      orderChange && planCartChange(ctx.seller, orderChange.order.changed, orderChange.wanted, [...own, ...added]);
    if (plan instanceof Refused) return { refused: plan };
    return { along: contents.along, orderChange: withPlan(orderChange, plan) };
  }

  /** Records an accepted change and returns the cart's id. */
  #accept(
    change: CartChangeRequest,
    { held, leaving, staying }: Omit<TicketSplit, "orderChange">,
    accepted: AcceptedHold,
  ): string {
    const { add, cart_id } = change;
    const { tickets, codes, answers, holder, sessionCounts, along, orderChange } = accepted;
    const id = cart_id ?? newSecretId();
    this.#applyTickets(along, -1);
    const idsAlong = new Set(along.map((ticket) => ticket.id));

    if (add.length > 0) this.#holders.record(id, holder, sessionCounts);
    const cart = { id, additional_info: answers, giftee_identity_id: gifteeIdIn(add) };
    const renews = tickets.length > 0;
    const goneGroups = groupsGone(leaving, { staying, along, tickets });
    if (cart_id === undefined) this.carts.insert({ ...cart, change });
    else this.carts.update({ ...cart, goneGroups, renews, restarts: renews && held.length === 0 });

    if (orderChange) this.orderChanges.accept(id, orderChange);
    const added = tickets.map((ticket) => ({
      ...ticket,
      id: newOrderedId(),
      cart_id: id,
      adjusted_value: ticket.face_value,
    }));
    this.tickets.insert(added);
    this.tickets.release([...leaving, ...along].map((ticket) => ticket.id));
    const heldTickets = [
      ...keptTickets(change, staying, idsAlong),
      ...added.map((ticket) => toTicketRow(ticket, this.#seats.nameOf(ticket, orderChange?.order.changed.tickets))),
    ];
    const order = orderChange && { tickets: orderChange.staying, codes: orderChange.order.codes };
    this.#held.set(id, this.#reprice(change, { cart_id: id, heldTickets, codes, order }));
    warnOfUnsupportedVisitTime(change, tickets);
    return id;
  }

  #reprice(change: CartChangeRequest, cart: CartToReprice): TicketRow[] {
    const { codes, discounts, rules, tickets } = this;
    const now = this.#now ?? change.ctx.now;
    const eligibility = codeEligibility(this, change);
    const describe = (rows: readonly TicketRow[]) => this.#describe(rows);
    return repriceCart({ codes, discounts, rules, tickets, now, eligibility, describe }, change, cart);
  }

  #buyerOf(change: CartChangeRequest, staying: readonly TicketRow[], orderChange: RequestedChange | undefined): Buyer {
    const { ctx, cart_id } = change;
    return {
      role: ctx.visitor?.role ?? "anonymous",
      member: this.#allowances.contextFor(ctx.visitor, orderChange?.wanted.gives_up),
      currency: ctx.seller.default_currency_code,
      held: this.#describe([...staying, ...(orderChange?.staying ?? [])]),
      codes: [...(orderChange?.order.codes ?? []), ...this.codes.ofCart(cart_id)],
      codeEligibility: codeEligibility(this, change),
      ...carriedForms(orderChange, this.#carts.get(cart_id ?? ""), { staying, groups: this.capacity.groups }),
      anchor: anchorRulesOf(ctx.seller),
      memberships: membershipContext(ctx, this.#members),
      givenUp: givenUpFor(orderChange, staying),
    };
  }

  #catalogFor(ctx: CartChangeRequest["ctx"]): CatalogSnapshot {
    const { capacity, codes, discounts, rules } = this;
    return catalogForHold({ now: this.#now, capacity, codes, discounts, rules, types: this.#types }, ctx);
  }

  /** Turns a rejection into a refusal, and remembers what ran short. */
  #refuse(
    rejection: HoldRejection,
    {
      ctx,
      context = "reserve",
      orderChange,
    }: Pick<CartChangeRequest, "ctx" | "context"> & Pick<TicketSplit, "orderChange">,
  ): Refused {
    for (const { code, extra } of [rejection, ...(rejection.second ? [rejection.second] : [])])
      if (code === "code_exhausted") this.codes.markExhausted(String(extra.code));
    this.capacity.markExhausted(rejection);
    return refusedHold(ctx.seller, rejection, { context, isChange: orderChange !== undefined });
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
