import type { MemberUse } from "@foyer/rules/allowance.ts";
import type { RefusalContext } from "@foyer/contract/refusal.ts";
import { leavingWithAnchor } from "@foyer/rules/anchor.ts";
import type { CheckoutRule } from "@foyer/rules/checkoutRules.ts";
import { settleCodes, type CodeDesk, type CodeInCart } from "@foyer/rules/codesAtWork.ts";
import { feesOf } from "@foyer/rules/fees.ts";
import { judgeHold } from "@foyer/rules/holding.ts";
import type { Buyer, HoldNo, Shelf, ShelfGroup, ShelfSession, ShelfType } from "@foyer/rules/shelf.ts";
import { groupDraw, sessionDraw } from "@foyer/rules/holdRoom.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../http/refused.ts";
import { AllowanceSheet, type KnownAllowances } from "./allowanceSheet.ts";
import { anchorRulesOf } from "./blocks.ts";
import type { GroupRow, LockedCart, SessionRow, Short, TypeRow } from "./cart.sql.ts";
import { CodeSheet, type KnownCodes } from "./codeSheet.ts";
import { DiscountSheet, type KnownDiscounts } from "./discountSheet.ts";
import type { ChangedCart, NewTicketRow, PricedTicket } from "./hold.sql.ts";
import { holderOf, type HolderSheet } from "./holderSheet.ts";
import type { Change } from "./holdTogether.ts";
import { refuseToChange } from "./openCart.ts";
import type { SessionTimes, TicketRow, TypeName } from "./readCart.sql.ts";
import { SeatSheet } from "./seatSheet.ts";
import type { KnownSeats } from "./seats.sql.ts";
import { deskFor, gifteeIn, type KnownMembers } from "./memberDesk.ts";
import { listed, type TicketOfCart } from "./ticketsOfCarts.ts";

export type Decision = { readonly refused: Refused } | { readonly cart_id: string };

type Known = {
  carts: readonly LockedCart[];
  /** What the carts hold, booked tickets not among it. */
  held: readonly TicketRow[];
  types: readonly TypeRow[];
  sessions: readonly SessionRow[];
  groups: readonly GroupRow[];
  seats: KnownSeats;
  rules: readonly CheckoutRule[];
  codes: KnownCodes;
  discounts: KnownDiscounts;
  allowances: KnownAllowances;
  holders: HolderSheet;
  members: KnownMembers;
  /** What tickets are called and when they are for. */
  names: ReadonlyMap<string, TypeName>;
  times: ReadonlyMap<string, SessionTimes>;
};
type Drawing = Pick<TicketRow, "ticket_group_id" | "event_session_id" | "seat_id" | "voucher"> & {
  readonly id?: string;
  readonly member_use?: MemberUse | null;
};

/**
 * The running account of one transaction: how everything stood when it was locked, and what each change, in its turn,
 * makes of it. Nothing here touches the database; what has to be written is read off at the end.
 */
export class HoldSheet {
  readonly begun: {
    readonly id: string;
    readonly change: Change;
    readonly additional_info: object;
    readonly giftee_identity_id: string | null;
  }[] = [];
  readonly changed = new Map<string, ChangedCart>();
  readonly #taken: NewTicketRow[] = [];
  /** Tickets that cost something else than when they came. */
  readonly #priced = new Map<string, PricedTicket>();
  readonly given: string[] = [];
  /** Net places by bucket. */
  readonly sessionDraw = new Map<string, number>();
  readonly groupDraw = new Map<string, number>();
  readonly #shortSessions = new Set<string>();
  readonly #shortGroups = new Set<string>();

  readonly #carts: ReadonlyMap<string, LockedCart>;
  readonly #held = new Map<string, TicketRow[]>();
  readonly #types: ReadonlyMap<string, ShelfType & { readonly name: string }>;
  readonly #sessions: Map<string, ShelfSession>;
  readonly #groups: Map<string, ShelfGroup>;
  readonly #rules: readonly CheckoutRule[];
  readonly #names: Known["names"];
  readonly #times: Known["times"];
  readonly #seats: SeatSheet;
  readonly #allowances: AllowanceSheet;
  readonly #holders: HolderSheet;
  readonly #members: KnownMembers;
  readonly #capacities: ReadonlyMap<string, number>;
  readonly #now: Temporal.Instant | undefined;
  readonly codes: CodeSheet;
  readonly discounts: DiscountSheet;

  constructor(known: Known) {
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
    } = known;
    this.#rules = rules;
    this.#names = names;
    this.#times = times;
    this.codes = new CodeSheet(codes);
    this.discounts = new DiscountSheet(discounts);
    this.#seats = new SeatSheet(seats);
    this.#allowances = new AllowanceSheet(allowances);
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
  get taken(): readonly NewTicketRow[] {
    const gone = new Set(this.given);
    return this.#taken
      .filter(({ id }) => !gone.has(id))
      .map((ticket) => ({ ...ticket, ...this.#priced.get(ticket.id) }));
  }

  /** Tickets that were there before and cost something else now. */
  get priced(): readonly PricedTicket[] {
    if (this.#priced.size === 0) return [];
    const besides = new Set([...this.#taken.map(({ id }) => id), ...this.given]);
    return [...this.#priced.values()].filter(({ id }) => !besides.has(id));
  }

  /** Buckets in which somebody found too little room, and what was used up. */
  get short(): Short {
    return {
      sessions: [...this.#shortSessions],
      groups: [...this.#shortGroups],
      memberships: this.#allowances.short,
      ...this.codes.short,
    };
  }

  /** What a cart holds when all is decided. */
  heldBy(cart_id: string): TicketOfCart[] {
    return this.#listed(this.#held.get(cart_id) ?? []);
  }

  #listed(tickets: readonly TicketRow[]): TicketOfCart[] {
    return listed(tickets, this.#names, this.#times);
  }

  decide(change: Change): Decision {
    const { ask, way, cart_id, add, remove, context = "reserve" } = change;
    const held = (cart_id && this.#held.get(cart_id)) || [];
    if (cart_id !== undefined) {
      const refused = refuseToChange(this.#carts.get(cart_id), held.length > 0, ask.visitor, way, context);
      if (refused) return { refused };
    }

    const leaves = new Set(remove);
    const leaving = held.filter((ticket) => leaves.has(ticket.id));
    if (leaving.length < leaves.size)
      return { refused: new Refused({ code: "ticket_not_found", context: "cart_remove_tickets" }) };
    const staying = held.filter((ticket) => !leaves.has(ticket.id));

    this.#move(leaving, -1);
    const buyer: Buyer = {
      role: ask.visitor?.role ?? "anonymous",
      member: this.#allowances.deskOf(ask.visitor),
      currency: ask.seller.default_currency_code,
      held: this.#listed(staying),
      codes: this.codes.ofCart(cart_id),
      uses: this.#usesOf(change),
      answers: (cart_id !== undefined && this.#carts.get(cart_id)?.answers) || {},
      anchor: anchorRulesOf(ask.seller),
      memberships: deskFor(ask, this.#members),
    };
    const verdict = judgeHold(add, buyer, this.#shelfFor(ask), change.besides);
    if ("no" in verdict) {
      this.#move(leaving, 1);
      if (verdict.no.code === "member_limit_exceeded") this.#allowances.wasShort(ask.visitor);
      return { refused: this.#refusal(verdict.no, context) };
    }
    const noSeat = this.#seats.judge(add, { groups: this.#groups, types: this.#types });
    if (noSeat) {
      this.#move(leaving, 1);
      return { refused: this.#refusal(noSeat, context) };
    }
    const { tickets } = verdict;
    const together = bySession([...staying, ...tickets]);
    const holder = holderOf(ask);
    const tooMany =
      add.length > 0 ? this.#holders.judge(holder, { id: cart_id, bySession: together }, this.#capacities) : undefined;
    if (tooMany) {
      this.#move(leaving, 1);
      return { refused: tooMany };
    }
    this.#move(tickets, 1);
    const along = leaving.length > 0 ? leavingWithAnchor(this.#listed(staying), tickets, buyer.anchor) : [];
    this.#move(along, -1);
    const gone = new Set(along.map((ticket) => ticket.id));

    const id = cart_id ?? newId();
    if (add.length > 0) this.#holders.note(id, holder, together);
    const giftee_identity_id = gifteeIn(add);
    if (cart_id === undefined) this.begun.push({ id, change, additional_info: verdict.answers, giftee_identity_id });
    else
      this.#note({
        id,
        renews: tickets.length > 0,
        restarts: tickets.length > 0 && held.length === 0,
        additional_info: verdict.answers,
        giftee_identity_id,
      });
    const taken = tickets.map((ticket) => ({
      ...ticket,
      id: newId(),
      cart_id: id,
      adjusted_value: ticket.face_value,
    }));
    this.#taken.push(...taken);
    this.given.push(...[...leaving, ...along].map((ticket) => ticket.id));
    const holds = [
      ...staying.filter((ticket) => !gone.has(ticket.id)),
      ...taken.map((ticket) => asHeld(ticket, this.#seats.nameOf(ticket.seat_id))),
    ];
    this.#held.set(id, this.#price(change, { cart_id: id, holds, codes: verdict.codes }));
    const { visit_time } = ask.seller.configuration.upsells ?? {};
    if (visit_time !== undefined && !buyer.anchor.visit_time && tickets.some((ticket) => ticket.needs_anchor))
      ask.log.warn({ visit_time }, "Unsupported value for upsells.visit_time config");
    return { cart_id: id };
  }

  #usesOf({ ask, cart_id }: Change): Pick<CodeDesk, "mayUse" | "before"> {
    const identity_id = ask.visitor?.identity_id;
    return {
      mayUse: (code) => this.codes.mayUse(code, { identity_id }),
      before: this.discounts.atWorkOn(cart_id),
    };
  }

  /** Works out anew what a cart's tickets cost, and which of its codes are at work. */
  #price(
    change: Change,
    { cart_id, holds, codes }: { cart_id: string; holds: TicketRow[]; codes: readonly CodeInCart[] },
  ): TicketRow[] {
    const { ask } = change;
    const uses = this.#usesOf(change);
    const had = this.codes.ofCart(change.cart_id).length;
    if (this.discounts.all.length + codes.length + had + uses.before.size === 0) return holds;
    const tickets = this.#listed(holds);
    const desk = { now: this.#now ?? ask.now, rules: this.#rules, discounts: this.discounts.all, ...uses };
    const { prices, taken, at_work } = settleCodes(tickets, codes, desk);
    this.discounts.settle(cart_id, taken);
    this.codes.settle(
      cart_id,
      { identity_id: ask.visitor?.identity_id },
      codes.map(({ id }) => ({ id, at_work: at_work.has(id) })),
    );
    const places = new Map(tickets.map(({ id }, place) => [id, place]));
    return holds.map((ticket): TicketRow => {
      const place = places.get(ticket.id) ?? -1;
      const [adjusted_value, rule] = [prices[place], tickets[place]];
      if (adjusted_value === undefined || !rule || adjusted_value === ticket.adjusted_value) return ticket;
      const fees = feesOf(adjusted_value, rule);
      const priced = { id: ticket.id, adjusted_value, fee_fixed: fees.fixed, fee_percent: fees.percent };
      this.#priced.set(ticket.id, priced);
      return { ...ticket, ...priced };
    });
  }

  #shelfFor({ now, seller }: Change["ask"]): Shelf {
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
        taken: this.codes.vouchers,
      },
    };
  }

  #refusal({ context: own, also, ...no }: HoldNo, said: RefusalContext): Refused {
    const context = own ?? said;
    const { code, extra } = no;
    if (code === "code_exhausted") this.codes.wasShort(String(extra.code));
    if (also?.code === "code_exhausted") this.codes.wasShort(String(also.extra.code));
    if (code === "event_session_sold_out" || code === "session_capacity_exceeded")
      this.#shortSessions.add(String(extra.event_session_id));
    if (code === "ticket_group_sold_out" || code === "ticket_group_capacity_exceeded")
      this.#shortGroups.add(String(extra.ticket_group_id));
    // By whom a seat is taken is not known here: what is overdue in its session is let go first.
    if (code === "seat_not_available") this.#shortSessions.add(String(extra.event_session_id));
    return new Refused({ ...no, context, ...(also && { also: new Refused({ ...also, context }) }) });
  }

  #move(tickets: readonly Drawing[], sign: 1 | -1): void {
    this.codes.move(tickets, sign);
    this.#seats.move(tickets, sign);
    this.#allowances.move(tickets, sign);
    for (const [id, count] of sessionDraw(tickets, { groups: this.#groups })) {
      const session = this.#sessions.get(id);
      if (session) this.#sessions.set(id, { ...session, used_capacity: session.used_capacity + sign * count });
      this.sessionDraw.set(id, (this.sessionDraw.get(id) ?? 0) + sign * count);
    }
    for (const [id, count] of groupDraw(tickets)) {
      const group = this.#groups.get(id);
      if (group) this.#groups.set(id, { ...group, used_capacity: group.used_capacity + sign * count });
      this.groupDraw.set(id, (this.groupDraw.get(id) ?? 0) + sign * count);
    }
  }

  /** Two changes of one cart in one transaction are written as one. */
  #note(change: ChangedCart): void {
    const before = this.changed.get(change.id);
    this.changed.set(
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
const asHeld = (ticket: NewTicketRow, seat_name: string | null): TicketRow => ({
  ...ticket,
  seat_name,
  state: "held",
  ticket_order_id: null,
  scan_code: null,
  member_lapsed: false,
});

const bySession = (tickets: readonly Pick<TicketRow, "event_session_id">[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { event_session_id: id } of tickets) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};
