import {
  groupDraw,
  judgeHold,
  sessionDraw,
  type HeldTicket,
  type HoldNo,
  type ShelfGroup,
  type ShelfSession,
  type ShelfType,
} from "@foyer/rules/holding.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../http/refused.ts";
import type { GroupRow, LockedCart, SessionRow, TypeRow } from "./cart.sql.ts";
import type { ChangedCart, NewTicketRow } from "./hold.sql.ts";
import type { Change } from "./holdTogether.ts";
import { refuseToChange } from "./openCart.ts";
import type { TicketRow } from "./readCart.sql.ts";

export type Decision = { readonly refused: Refused } | { readonly cart_id: string };

type Known = {
  carts: readonly LockedCart[];
  /** What the carts hold, booked tickets not among it. */
  held: readonly TicketRow[];
  types: readonly TypeRow[];
  sessions: readonly SessionRow[];
  groups: readonly GroupRow[];
};

/**
 * The running account of one transaction: how everything stood when it was locked, and what each change, in its turn,
 * makes of it. Nothing here touches the database; what has to be written is read off at the end.
 */
export class HoldSheet {
  readonly begun: { readonly id: string; readonly change: Change }[] = [];
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
  readonly #types: ReadonlyMap<string, ShelfType>;
  readonly #sessions: Map<string, ShelfSession>;
  readonly #groups: Map<string, ShelfGroup>;
  readonly #now: Temporal.Instant | undefined;

  constructor({ carts, held, types, sessions, groups }: Known) {
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

  /** Buckets in which somebody found too little room. */
  get short(): { readonly sessions: readonly string[]; readonly groups: readonly string[] } {
    return { sessions: [...this.#shortSessions], groups: [...this.#shortGroups] };
  }

  /** What a cart holds when all is decided. */
  heldBy(cart_id: string): readonly TicketRow[] {
    return this.#held.get(cart_id) ?? [];
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
    const buyer = {
      role: ask.visitor?.role ?? ("anonymous" as const),
      currency: ask.seller.default_currency_code,
      held: staying,
    };
    const verdict = judgeHold(add, buyer, {
      now: this.#now ?? ask.now,
      sessions: this.#sessions,
      groups: this.#groups,
      types: this.#types,
    });
    if ("no" in verdict) {
      this.#move(leaving, 1);
      return { refused: this.#refusal(verdict.no) };
    }
    const { tickets } = verdict;
    this.#move(tickets, 1);

    const id = cart_id ?? newId();
    if (cart_id === undefined) this.begun.push({ id, change });
    else
      this.#note({
        id,
        renews: tickets.length > 0,
        restarts: tickets.length > 0 && held.length === 0,
        additional_info: change.additional_info,
      });
    const taken = tickets.map((ticket) => ({ ...ticket, id: newId(), cart_id: id }));
    this.taken.push(...taken);
    this.given.push(...leaving.map((ticket) => ticket.id));
    this.#held.set(id, [...staying, ...taken.map(asHeld)]);
    return { cart_id: id };
  }

  #refusal({ code, extra }: HoldNo): Refused {
    if (code === "event_session_sold_out" || code === "session_capacity_exceeded")
      this.#shortSessions.add(String(extra.event_session_id));
    if (code === "ticket_group_sold_out" || code === "ticket_group_capacity_exceeded")
      this.#shortGroups.add(String(extra.ticket_group_id));
    return new Refused({ code, context: "reserve", extra });
  }

  #move(tickets: readonly HeldTicket[], sign: 1 | -1): void {
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
const asHeld = (ticket: NewTicketRow): TicketRow => ({
  ...ticket,
  state: "held",
  ticket_order_id: null,
  adjusted_value: ticket.face_value,
  scan_code: null,
  handler_data: null,
});
