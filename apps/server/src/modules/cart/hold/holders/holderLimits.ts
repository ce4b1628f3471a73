import { holdLimits } from "@foyer/contract/limits.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { canHold, type HolderCart, type HoldLimits } from "@foyer/rules/hold/canHold.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../../http/limits/clientNetworkOf.ts";
import { Refused } from "../../../../errors/refused.ts";
import type { HolderRow } from "./holders.sql.ts";

/** A visitor and their network. A new visitor has no identity yet and holds nothing. */
export type Holder = { readonly identity_id: string | undefined; readonly clientNetwork: string | null };

export const holderOf = (ctx: RequestContext): Holder => ({
  identity_id: ctx.visitor && !ctx.visitor.fresh ? ctx.visitor.identity_id : undefined,
  clientNetwork: clientNetworkOf(ctx),
});

/** The seller's limits, or the defaults. */
export const holdLimitsOf = ({ hold_limits: own }: Configuration): HoldLimits => ({
  carts_of_visitor: own?.carts_of_visitor ?? holdLimits.carts_of_visitor,
  carts_of_address: own?.carts_of_address ?? holdLimits.carts_of_address,
  share_of_visitor: own?.share_of_visitor ?? holdLimits.share_of_visitor,
  share_of_address: own?.share_of_address ?? holdLimits.share_of_address,
  always_allowed: holdLimits.always_allowed,
});

type KnownCart = HolderCart & Holder & { readonly isEmpty: boolean };

/** A cart as one request would leave it. */
type LimitedCart = {
  readonly id: string | undefined;
  readonly bySession: ReadonlyMap<string, number>;
  readonly adds: boolean;
  readonly capacities: ReadonlyMap<string, number>;
};

/** What visitors and networks hold during a batch. Prevents one buyer or bot from holding a whole session. */
export class HolderLimits {
  readonly #carts = new Map<string, KnownCart>();
  readonly #limits: HoldLimits;

  constructor(rows: readonly HolderRow[], limits: HoldLimits) {
    this.#limits = limits;
    for (const { cart_id, identity_id, client_network: clientNetwork, event_session_id, n } of rows) {
      const known = this.#carts.get(cart_id) ?? {
        identity_id,
        clientNetwork,
        bySession: new Map<string, number>(),
        isEmpty: n === 0,
      };
      if (event_session_id !== null) known.bySession.set(event_session_id, n);
      this.#carts.set(cart_id, known);
    }
  }

  /**
   * Refuses a new cart if the holder already has too many empty ones, and a cart that exceeds what its visitor or network
   * may hold at once.
   */
  check(holder: Holder, cart: LimitedCart): Refused | undefined {
    const refused = cart.id === undefined ? this.#checkNewCart(holder) : undefined;
    return refused ?? (cart.adds ? this.#checkHold(holder, cart) : undefined);
  }

  #checkHold({ identity_id, clientNetwork }: Holder, cart: LimitedCart): Refused | undefined {
    const { capacities } = cart;
    const others = [...this.#carts].filter(([id, known]) => id !== cart.id && !known.isEmpty).map(([, known]) => known);
    const visitorCarts = others.filter((known) => identity_id !== undefined && known.identity_id === identity_id);
    const networkCarts = others.filter((known) => clientNetwork !== null && known.clientNetwork === clientNetwork);
    const isAllowed =
      canHold(cart.bySession, visitorCarts, capacities, {
        carts: this.#limits.carts_of_visitor,
        share: this.#limits.share_of_visitor,
        always_allowed: this.#limits.always_allowed,
      }) &&
      canHold(cart.bySession, networkCarts, capacities, {
        carts: this.#limits.carts_of_address,
        share: this.#limits.share_of_address,
        always_allowed: this.#limits.always_allowed,
      });
    return isAllowed
      ? undefined
      : new Refused({ code: "too_many_requests", context: "reserve", extra: { retry_after: 60 } });
  }

  /**
   * Refuses a new cart if the visitor or the network already has too many empty ones, because each is a row that holds
   * nothing.
   */
  #checkNewCart({ identity_id, clientNetwork }: Holder): Refused | undefined {
    const empty = [...this.#carts.values()].filter(({ isEmpty }) => isEmpty);
    const own = empty.filter((cart) => identity_id !== undefined && cart.identity_id === identity_id);
    const near = empty.filter((cart) => clientNetwork !== null && cart.clientNetwork === clientNetwork);
    return own.length >= holdLimits.empty_carts_of_visitor || near.length >= holdLimits.empty_carts_of_address
      ? new Refused({ code: "too_many_requests", context: "reserve", extra: { retry_after: 60 } })
      : undefined;
  }

  /** Records what a cart holds after an accepted change. */
  record(id: string, { identity_id, clientNetwork }: Holder, bySession: ReadonlyMap<string, number>): void {
    const known = this.#carts.get(id);
    this.#carts.set(id, { identity_id, clientNetwork, ...known, bySession: new Map(bySession), isEmpty: false });
  }
}
