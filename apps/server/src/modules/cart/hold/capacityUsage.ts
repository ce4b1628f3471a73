import type { HoldRejection, SessionSnapshot, TicketGroupSnapshot } from "@foyer/rules/hold/catalogSnapshot.ts";
import { placesPerGroup, placesPerSession } from "@foyer/rules/hold/checkCapacity.ts";
import type { GivenUpTickets } from "@foyer/rules/hold/takeOverPlaces.ts";
import type { LockedGroup, LockedSession, Shortage } from "../locks.sql.ts";
import type { CapacityChanges } from "./hold.sql.ts";

type CountedTicket = {
  readonly ticket_group_id: string;
  readonly event_session_id: string | null;
  readonly takes_place_of?: string | null;
  readonly is_oversold?: boolean;
};

/** The sessions and groups of one batch: the capacity used when they were locked, and the effect of each change. */
export class CapacityUsage {
  readonly #sessions: Map<string, SessionSnapshot>;
  readonly #groups: Map<string, TicketGroupSnapshot>;
  readonly #sessionChanges = new Map<string, number>();
  readonly #groupChanges = new Map<string, number>();
  readonly #shortSessions = new Set<string>();
  readonly #shortGroups = new Set<string>();
  /** Active tickets of the orders that carts change. */
  readonly #ofOrders: GivenUpTickets;
  /** Capacities of the sessions by id, -1 for unlimited. */
  readonly capacities: ReadonlyMap<string, number>;

  constructor(sessions: readonly LockedSession[], groups: readonly LockedGroup[], ofOrders: GivenUpTickets) {
    this.#ofOrders = ofOrders;
    this.#sessions = new Map(sessions.map((session) => [session.id, session]));
    this.#groups = new Map(groups.map((group) => [group.id, groupSnapshot(group)]));
    this.capacities = new Map(sessions.map(({ id, capacity }) => [id, capacity]));
  }

  get sessions(): ReadonlyMap<string, SessionSnapshot> {
    return this.#sessions;
  }

  get groups(): ReadonlyMap<string, TicketGroupSnapshot> {
    return this.#groups;
  }

  /**
   * Adds tickets to the used capacity (sign 1) or subtracts them (sign -1). A ticket that takes the place of one that its
   * order still has changes no counter.
   */
  applyTickets(tickets: readonly CountedTicket[], sign: 1 | -1): void {
    for (const [id, count] of placesPerSession(tickets, { groups: this.#groups }, this.#ofOrders)) {
      const session = this.#sessions.get(id);
      if (session) this.#sessions.set(id, { ...session, used_capacity: session.used_capacity + sign * count });
      this.#sessionChanges.set(id, (this.#sessionChanges.get(id) ?? 0) + sign * count);
    }
    for (const [id, count] of placesPerGroup(tickets, this.#ofOrders)) {
      const group = this.#groups.get(id);
      if (group) this.#groups.set(id, { ...group, used_capacity: group.used_capacity + sign * count });
      this.#groupChanges.set(id, (this.#groupChanges.get(id) ?? 0) + sign * count);
    }
  }

  /** Remembers the session or group that has too little capacity left. */
  markExhausted({ code, extra }: HoldRejection): void {
    if (code === "event_session_sold_out" || code === "session_capacity_exceeded")
      this.#shortSessions.add(String(extra.event_session_id));
    if (code === "ticket_group_sold_out" || code === "ticket_group_capacity_exceeded")
      this.#shortGroups.add(String(extra.ticket_group_id));
    // Does not know which cart holds the seat, so all overdue holds of the session are released first.
    if (code === "seat_not_available") this.#shortSessions.add(String(extra.event_session_id));
  }

  get exhausted(): Pick<Shortage, "sessions" | "groups"> {
    return { sessions: [...this.#shortSessions], groups: [...this.#shortGroups] };
  }

  /** The changes of the counters. */
  get changes(): { readonly sessions: CapacityChanges; readonly groups: CapacityChanges } {
    return { sessions: this.#sessionChanges, groups: this.#groupChanges };
  }
}

const groupSnapshot = (group: LockedGroup): TicketGroupSnapshot => ({
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
});
