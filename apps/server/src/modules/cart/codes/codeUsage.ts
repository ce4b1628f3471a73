import { normalizeCode, isCodeUsedUp, type CodeSnapshot } from "@foyer/rules/pricing/codes.ts";
import type { CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import type { CartCode, CartCodeState, CodeLimits, CodeRow, CodeWrites, LockedCodes } from "../../codes/code.ts";

export type LoadedCodes = LockedCodes & { readonly ofCarts: readonly CartCode[] };

type VoucherTicket = { readonly voucher: string | null };
type CodeState = { readonly id: string; readonly is_applied: boolean };
type CodesByCart = ReadonlyMap<string, readonly CodeState[]>;
type VisitorId = { readonly identity_id: string | undefined };

/** The codes and vouchers of one transaction: their uses when they were locked, and the effect of each change. */
export class CodeUsage {
  readonly #codes: Map<string, CodeRow>;
  readonly #limits: Map<string, CodeLimits>;
  /** Keyed by visitor and code group. */
  readonly #uses = new Map<string, number>();
  readonly #before: CodesByCart;
  readonly #byCart = new Map<string, readonly CodeState[]>();
  readonly #vouchers: Set<string>;
  readonly #exhaustedCodes = new Set<string>();
  readonly #exhaustedGroups = new Set<string>();
  readonly #exhaustedVouchers = new Set<string>();

  constructor({ codes, limits, uses, ofCarts, vouchers }: LoadedCodes) {
    this.#codes = new Map([...ofCarts, ...codes].map((code) => [code.id, code]));
    this.#limits = new Map(limits.map((limit) => [limit.id, limit]));
    for (const { identity_id, code_group_id } of uses) this.#addVisitorUse(identity_id, code_group_id, 1);
    const carts = Map.groupBy(ofCarts, ({ cart_id }) => cart_id);
    this.#before = new Map(
      [...carts].map(([cart_id, codes]) => [cart_id, codes.map(({ id, is_applied }) => ({ id, is_applied }))]),
    );
    for (const [cart_id, states] of this.#before) this.#byCart.set(cart_id, states);
    this.#vouchers = new Set(vouchers.map(({ voucher }) => voucher));
  }

  /** By normalised text. */
  get codes(): ReadonlyMap<string, CodeRow> {
    return new Map([...this.#codes.values()].map((code) => [code.normalized, code]));
  }

  /** The database's time when the codes were locked. */
  get now(): string | undefined {
    return this.#codes.values().next().value?.now;
  }

  /** Vouchers used by active tickets. */
  get vouchers(): ReadonlySet<string> {
    return this.#vouchers;
  }

  ofCart(cart_id: string | undefined): readonly (CodeRow & CodeInCart)[] {
    const inCart = cart_id === undefined ? [] : (this.#byCart.get(cart_id) ?? []);
    return inCart.flatMap(({ id, is_applied }) => {
      const code = this.#codes.get(id);
      return code ? [{ ...code, is_applied }] : [];
    });
  }

  /** Whether the limits of the code's group allow this visitor another use. */
  mayUse({ code_group_id }: Pick<CodeSnapshot, "code_group_id">, { identity_id }: VisitorId): boolean {
    const limit = this.#limits.get(code_group_id);
    if (!limit) return true;
    const ownUses = identity_id === undefined ? 0 : (this.#uses.get(`${identity_id} ${code_group_id}`) ?? 0);
    return !isCodeUsedUp(limit) && (limit.max_uses_each < 0 || ownUses < limit.max_uses_each);
  }

  /** Replaces the codes of a cart. Only applied codes count as used. */
  setCartCodes(cart_id: string, { identity_id }: VisitorId, after: readonly CodeState[]): void {
    const before = this.#byCart.get(cart_id) ?? [];
    for (const { id, is_applied } of before) if (is_applied) this.#addUse(id, identity_id, -1);
    for (const { id, is_applied } of after) if (is_applied) this.#addUse(id, identity_id, 1);
    if (before.length + after.length > 0) this.#byCart.set(cart_id, after);
  }

  #addUse(id: string, identity_id: string | undefined, n: 1 | -1): void {
    const code = this.#codes.get(id);
    if (!code) return;
    this.#codes.set(id, { ...code, used: code.used + n });
    const limit = this.#limits.get(code.code_group_id);
    if (limit) this.#limits.set(limit.id, { ...limit, used: limit.used + n });
    if (identity_id !== undefined) this.#addVisitorUse(identity_id, code.code_group_id, n);
  }

  #addVisitorUse(identity_id: string, code_group_id: string, n: number): void {
    const key = `${identity_id} ${code_group_id}`;
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + n);
  }

  /** Marks the tickets' vouchers as used (sign 1) or free (sign -1). */
  applyTickets(tickets: readonly VoucherTicket[], sign: 1 | -1): void {
    for (const { voucher } of tickets) {
      if (voucher === null) continue;
      if (sign > 0) this.#vouchers.add(voucher);
      else this.#vouchers.delete(voucher);
    }
  }

  /** Remembers that a change found this code or voucher used up. */
  markExhausted(text: string): void {
    const normalized = normalizeCode(text);
    const code = this.codes.get(normalized);
    if (!code) return void this.#exhaustedVouchers.add(normalized);
    this.#exhaustedCodes.add(code.id);
    this.#exhaustedGroups.add(code.code_group_id);
  }
  get exhausted(): Readonly<Record<"codes" | "codeGroups" | "vouchers", readonly string[]>> {
    return {
      codes: [...this.#exhaustedCodes],
      codeGroups: [...this.#exhaustedGroups],
      vouchers: [...this.#exhaustedVouchers],
    };
  }

  get writes(): CodeWrites {
    const codeUsage = new Map<string, number>();
    const groupUsage = new Map<string, number>();
    const upserts: CartCodeState[] = [];
    const removals: CartCodeState[] = [];
    const add = (code_id: string, n: number): void => {
      codeUsage.set(code_id, (codeUsage.get(code_id) ?? 0) + n);
      const group = this.#codes.get(code_id)?.code_group_id;
      if (group !== undefined) groupUsage.set(group, (groupUsage.get(group) ?? 0) + n);
    };
    for (const [cart_id, after] of this.#byCart) {
      const before = new Map(this.#before.get(cart_id)?.map(({ id, is_applied }) => [id, is_applied]));
      for (const { id: code_id, is_applied } of after) {
        const wasAtWork = before.get(code_id);
        before.delete(code_id);
        if (wasAtWork !== is_applied) upserts.push({ cart_id, code_id, is_applied });
        if ((wasAtWork ?? false) !== is_applied) add(code_id, is_applied ? 1 : -1);
      }
      for (const [code_id, is_applied] of before) {
        removals.push({ cart_id, code_id, is_applied });
        if (is_applied) add(code_id, -1);
      }
    }
    return { upserts, removals, codeUsage, groupUsage };
  }
}
