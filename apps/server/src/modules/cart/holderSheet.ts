import { holdLimits } from "@foyer/contract/limits.ts";
import type { Configuration } from "@foyer/contract/seller.ts";
import { mayHold, type HeldCart, type HoldLimits } from "@foyer/rules/holders.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import { Refused } from "../../http/refused.ts";
import type { HeldRow } from "./holders.sql.ts";

/** A visitor, and where they come from. Whoever is new here holds nothing that would have to be looked for. */
export type Holder = { readonly identity_id: string | undefined; readonly place: string | null };

export const holderOf = (ask: Ask): Holder => ({
  identity_id: ask.visitor && !ask.visitor.fresh ? ask.visitor.identity_id : undefined,
  place: placeOfAsk(ask),
});

/** The seller's own numbers before the usual ones. */
export const holdLimitsOf = ({ hold_limits: own }: Configuration): HoldLimits => ({
  carts_of_visitor: own?.carts_of_visitor ?? holdLimits.carts_of_visitor,
  carts_of_address: own?.carts_of_address ?? holdLimits.carts_of_address,
  share_of_visitor: own?.share_of_visitor ?? holdLimits.share_of_visitor,
  share_of_address: own?.share_of_address ?? holdLimits.share_of_address,
  always: holdLimits.always,
});

type Known = HeldCart & Holder;

/** What visitors and places hold, as the changes of one batch go on (T26). */
export class HolderSheet {
  readonly #carts = new Map<string, Known>();
  readonly #limits: HoldLimits;

  constructor(rows: readonly HeldRow[], limits: HoldLimits) {
    this.#limits = limits;
    for (const { cart_id, identity_id, place, event_session_id, n } of rows) {
      const known = this.#carts.get(cart_id) ?? { identity_id, place, bySession: new Map<string, number>() };
      if (event_session_id !== null) known.bySession.set(event_session_id, n);
      this.#carts.set(cart_id, known);
    }
  }

  /** Would this cart, with what it is to hold now, be more than its visitor or their place may have at once? */
  judge(
    { identity_id, place }: Holder,
    cart: { readonly id: string | undefined; readonly bySession: ReadonlyMap<string, number> },
    capacities: ReadonlyMap<string, number>,
  ): Refused | undefined {
    if (!guardStands("hold_limits")) return undefined;
    const others = [...this.#carts].filter(([id]) => id !== cart.id).map(([, known]) => known);
    const ofVisitor = others.filter((known) => identity_id !== undefined && known.identity_id === identity_id);
    const ofPlace = others.filter((known) => place !== null && known.place === place);
    const may =
      mayHold(cart.bySession, ofVisitor, capacities, {
        carts: this.#limits.carts_of_visitor,
        share: this.#limits.share_of_visitor,
        always: this.#limits.always,
      }) &&
      mayHold(cart.bySession, ofPlace, capacities, {
        carts: this.#limits.carts_of_address,
        share: this.#limits.share_of_address,
        always: this.#limits.always,
      });
    return may ? undefined : new Refused({ code: "too_many_requests", context: "reserve", extra: { retry_after: 60 } });
  }

  /** From now on it holds this. */
  note(id: string, { identity_id, place }: Holder, bySession: ReadonlyMap<string, number>): void {
    const known = this.#carts.get(id);
    this.#carts.set(id, { identity_id, place, ...known, bySession: new Map(bySession) });
  }
}
