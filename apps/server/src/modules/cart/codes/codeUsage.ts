import { normalizeCode, isCodeUsedUp, type CodeSnapshot } from "@foyer/rules/pricing/codes.ts";
import type { CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import type { CartCode, CodeLimits, CodeRow, CartCodeState, TakenVoucher, VisitorUse } from "../../codes/code.ts";

export type LoadedCodes = {
  readonly codes: readonly CodeRow[];
  readonly limits: readonly CodeLimits[];
  /** What visitors use of groups that each may use only so often. */
  readonly uses: readonly VisitorUse[];
  readonly ofCarts: readonly CartCode[];
  readonly vouchers: readonly TakenVoucher[];
};

type VoucherTicket = { readonly voucher: string | null };
type CodeState = { readonly id: string; readonly at_work: boolean };
type CodesByCart = ReadonlyMap<string, readonly CodeState[]>;
type VisitorId = { readonly identity_id: string | undefined };

/** Codes and vouchers of one transaction: how they stood when they were locked, and what each change makes of it. */
export class CodeUsage {
  readonly #codes: Map<string, CodeRow>;
  readonly #limits: Map<string, CodeLimits>;
  /** Uses of each visitor, by group. */
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
      [...carts].map(([cart_id, of]) => [cart_id, of.map(({ id, at_work }) => ({ id, at_work }))]),
    );
    for (const [cart_id, of] of this.#before) this.#byCart.set(cart_id, of);
    this.#vouchers = new Set(vouchers.map(({ voucher }) => voucher));
  }

  /** By how they are compared. */
  get codes(): ReadonlyMap<string, CodeRow> {
    return new Map([...this.#codes.values()].map((code) => [code.folded, code]));
  }

  /** The moment by which codes are judged. */
  get now(): string | undefined {
    return this.#codes.values().next().value?.now;
  }

  /** Vouchers that let somebody in. */
  get vouchers(): ReadonlySet<string> {
    return this.#vouchers;
  }

  ofCart(cart_id: string | undefined): readonly (CodeRow & CodeInCart)[] {
    const inCart = cart_id === undefined ? [] : (this.#byCart.get(cart_id) ?? []);
    return inCart.flatMap(({ id, at_work }) => {
      const code = this.#codes.get(id);
      return code ? [{ ...code, at_work }] : [];
    });
  }

  /** Has this visitor a use left, as far as the code's group says? */
  mayUse({ code_group_id }: Pick<CodeSnapshot, "code_group_id">, { identity_id }: VisitorId): boolean {
    const limit = this.#limits.get(code_group_id);
    if (!limit) return true;
    const own = identity_id === undefined ? 0 : (this.#uses.get(`${identity_id} ${code_group_id}`) ?? 0);
    return !isCodeUsedUp(limit) && (limit.max_uses_each < 0 || own < limit.max_uses_each);
  }

  /** A cart has these codes now. Those that work there are used, those that wait are not. */
  setCartCodes(cart_id: string, { identity_id }: VisitorId, after: readonly CodeState[]): void {
    const before = this.#byCart.get(cart_id) ?? [];
    for (const { id, at_work } of before) if (at_work) this.#addUse(id, identity_id, -1);
    for (const { id, at_work } of after) if (at_work) this.#addUse(id, identity_id, 1);
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

  /** Tickets come with their vouchers, or give them back. */
  applyTickets(tickets: readonly VoucherTicket[], sign: 1 | -1): void {
    for (const { voucher } of tickets) {
      if (voucher === null) continue;
      if (sign > 0) this.#vouchers.add(voucher);
      else this.#vouchers.delete(voucher);
    }
  }

  /** Somebody found this code or voucher used up. */
  markExhausted(text: string): void {
    const folded = normalizeCode(text);
    const code = this.codes.get(folded);
    if (!code) return void this.#exhaustedVouchers.add(folded);
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

  /** What has to be written: which codes carts have and have no more, and by how much the counters move. */
  get writes(): {
    readonly kept: readonly CartCodeState[];
    readonly gone: readonly CartCodeState[];
    readonly draw: ReadonlyMap<string, number>;
    readonly groupDraw: ReadonlyMap<string, number>;
  } {
    const [draw, groupDraw] = [new Map<string, number>(), new Map<string, number>()];
    const [kept, gone]: [CartCodeState[], CartCodeState[]] = [[], []];
    const add = (code_id: string, n: number): void => {
      draw.set(code_id, (draw.get(code_id) ?? 0) + n);
      const group = this.#codes.get(code_id)?.code_group_id;
      if (group !== undefined) groupDraw.set(group, (groupDraw.get(group) ?? 0) + n);
    };
    for (const [cart_id, after] of this.#byCart) {
      const before = new Map(this.#before.get(cart_id)?.map(({ id, at_work }) => [id, at_work]));
      for (const { id: code_id, at_work } of after) {
        const was = before.get(code_id);
        before.delete(code_id);
        if (was !== at_work) kept.push({ cart_id, code_id, at_work });
        if ((was ?? false) !== at_work) add(code_id, at_work ? 1 : -1);
      }
      for (const [code_id, at_work] of before) {
        gone.push({ cart_id, code_id, at_work });
        if (at_work) add(code_id, -1);
      }
    }
    return { kept, gone, draw, groupDraw };
  }
}
