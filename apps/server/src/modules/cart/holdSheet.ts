import { leavingWithAnchor } from "@foyer/rules/anchor.ts";
import type { CheckoutRule } from "@foyer/rules/checkoutRules.ts";
import { foldCode } from "@foyer/rules/codes.ts";
import { judgeHold } from "@foyer/rules/holding.ts";
import type { Buyer, HoldNo, Shelf, ShelfGroup, ShelfSession, ShelfType } from "@foyer/rules/shelf.ts";
import { groupDraw, sessionDraw } from "@foyer/rules/holdRoom.ts";
import { helpfulGroups } from "@foyer/rules/judgeByRules.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../http/refused.ts";
import { anchorRulesOf } from "./blocks.ts";
import type { GroupRow, LockedCart, SessionRow, Short, TypeRow } from "./cart.sql.ts";
import { CodeSheet, type KnownCodes } from "./codeSheet.ts";
import type { ChangedCart, NewTicketRow } from "./hold.sql.ts";
import type { Change } from "./holdTogether.ts";
import { refuseToChange } from "./openCart.ts";
import type { SessionTimes, TicketRow, TypeName } from "./readCart.sql.ts";
import { SeatSheet } from "./seatSheet.ts";
import type { KnownSeats } from "./seats.sql.ts";
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
  /** What tickets are called and when they are for. */
  names: ReadonlyMap<string, TypeName>;
  times: ReadonlyMap<string, SessionTimes>;
};
type Drawing = Pick<TicketRow, "ticket_group_id" | "event_session_id" | "seat_id" | "voucher">;

/**
 * The running account of one transaction: how everything stood when it was locked, and what each change, in its turn,
 * makes of it. Nothing here touches the database; what has to be written is read off at the end.
 */
export class HoldSheet {
  readonly begun: { readonly id: string; readonly change: Change; readonly additional_info: object }[] = [];
  readonly changed = new Map<string, ChangedCart>();
  readonly taken: NewTicketRow[] = [];
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
  readonly #now: Temporal.Instant | undefined;
  readonly codes: CodeSheet;

  constructor({ carts, held, types, sessions, groups, seats, rules, codes, names, times }: Known) {
    this.#rules = rules;
    this.#names = names;
    this.#times = times;
    this.codes = new CodeSheet(codes);
    this.#seats = new SeatSheet(seats);
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
    const [first] = groups;
    this.#now = first && Temporal.Instant.from(first.now);
  }

  /** Buckets in which somebody found too little room, and what was used up. */
  get short(): Short {
    return { sessions: [...this.#shortSessions], groups: [...this.#shortGroups], ...this.codes.short };
  }

  /** What a cart holds when all is decided. */
  heldBy(cart_id: string): TicketOfCart[] {
    return this.#listed(this.#held.get(cart_id) ?? []);
  }

  #listed(tickets: readonly TicketRow[]): TicketOfCart[] {
    return listed(tickets, this.#names, this.#times);
  }

  decide(change: Change): Decision {
    const { ask, way, cart_id, add, remove } = change;
    const held = (cart_id && this.#held.get(cart_id)) || [];
    if (cart_id !== undefined) {
      const refused = refuseToChange(this.#carts.get(cart_id), held.length > 0, ask.visitor, way, "reserve");
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
      currency: ask.seller.default_currency_code,
      held: this.#listed(staying),
      codes: this.codes.ofCart(cart_id),
      answers: (cart_id !== undefined && this.#carts.get(cart_id)?.answers) || {},
      anchor: anchorRulesOf(ask.seller),
    };
    const verdict = judgeHold(add, buyer, this.#shelfFor(ask), change.besides);
    if ("no" in verdict) {
      this.#move(leaving, 1);
      return { refused: this.#refusal(verdict.no) };
    }
    const noSeat = this.#seats.judge(add, { groups: this.#groups, types: this.#types });
    if (noSeat) {
      this.#move(leaving, 1);
      return { refused: this.#refusal(noSeat) };
    }
    const { tickets } = verdict;
    this.#move(tickets, 1);
    const along = leaving.length > 0 ? leavingWithAnchor(this.#listed(staying), tickets, buyer.anchor) : [];
    this.#move(along, -1);
    const gone = new Set(along.map((ticket) => ticket.id));

    const id = cart_id ?? newId();
    if (cart_id === undefined) this.begun.push({ id, change, additional_info: verdict.answers });
    else
      this.#note({
        id,
        renews: tickets.length > 0,
        restarts: tickets.length > 0 && held.length === 0,
        additional_info: verdict.answers,
      });
    const taken = tickets.map((ticket) => ({ ...ticket, id: newId(), cart_id: id }));
    this.taken.push(...taken);
    this.given.push(...[...leaving, ...along].map((ticket) => ticket.id));
    const holds = [
      ...staying.filter((ticket) => !gone.has(ticket.id)),
      ...taken.map((ticket) => asHeld(ticket, this.#seats.nameOf(ticket.seat_id))),
    ];
    this.#held.set(id, holds);
    const helpful = helpfulGroups(this.#rules, holds);
    this.codes.settle(id, verdict.codes, ({ code_group_id }) => helpful.has(code_group_id));
    const { visit_time } = ask.seller.configuration.upsells ?? {};
    if (visit_time !== undefined && !buyer.anchor.visit_time && tickets.some((ticket) => ticket.needs_anchor))
      ask.log.warn({ visit_time }, "Unsupported value for upsells.visit_time config");
    return { cart_id: id };
  }

  #shelfFor({ now, seller }: Change["ask"]): Shelf {
    return {
      now: this.#now ?? now,
      sessions: this.#sessions,
      groups: this.#groups,
      types: this.#types,
      rules: this.#rules,
      codes: this.codes.codes,
      cityPass: {
        web: seller.web,
        formats: seller.configuration.citypass_code_groups,
        taken: this.codes.vouchers,
      },
    };
  }

  #refusal({ context = "reserve", ...no }: HoldNo): Refused {
    const { code, extra } = no;
    if (code === "code_exhausted") this.codes.wasShort(foldCode(String(extra.code)));
    if (code === "event_session_sold_out" || code === "session_capacity_exceeded")
      this.#shortSessions.add(String(extra.event_session_id));
    if (code === "ticket_group_sold_out" || code === "ticket_group_capacity_exceeded")
      this.#shortGroups.add(String(extra.ticket_group_id));
    // By whom a seat is taken is not known here: what is overdue in its session is let go first.
    if (code === "seat_not_available") this.#shortSessions.add(String(extra.event_session_id));
    return new Refused({ ...no, context });
  }

  #move(tickets: readonly Drawing[], sign: 1 | -1): void {
    this.codes.move(tickets, sign);
    this.#seats.move(tickets, sign);
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
  adjusted_value: ticket.face_value,
  scan_code: null,
});
