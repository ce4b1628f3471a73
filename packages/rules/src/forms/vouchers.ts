import { safePattern } from "../values/safePattern.ts";
import { isChildType, maxVoucherLength, type CityPassFormats, type Voucher, type VoucherProblem } from "./cityPass.ts";

/**
 * Validates vouchers. `index` says which is faulty, from 0. Each is trimmed, must match the adult or child pattern as
 * a whole, in any case of letters (see `safePattern`), and be unique. Without patterns any text of at most 35 characters is valid.
 */
export const voucherProblems = (
  formats: CityPassFormats | undefined,
  vouchers: readonly Voucher[],
): readonly VoucherProblem[] => {
  const [adult, child] = [voucherMatcher(formats?.adult_regexp), voucherMatcher(formats?.child_regexp)];
  const seen = new Set<string>();
  return vouchers.flatMap(({ type_name, voucher }, index): VoucherProblem[] => {
    const code = voucher.trim();
    if (code === "") return [{ index, message: "required" }];
    const fits = isChildType(type_name, formats?.child_ticket_type_keywords) ? child : adult;
    if (code.length > maxVoucherLength || !fits(code)) return [{ index, message: "format" }];
    if (seen.has(code.toLowerCase())) return [{ index, message: "twice" }];
    seen.add(code.toLowerCase());
    return [];
  });
};

/** An unsafe pattern matches nothing; the import of the catalogue rejects it anyway. */
const voucherMatcher = (pattern: string | undefined): ((text: string) => boolean) =>
  pattern === undefined ? () => true : (safePattern(pattern, { ignoreCase: true }) ?? (() => false));

export type VouchersInput = {
  readonly codes: readonly string[];
  readonly ticket_type_ids: readonly string[];
};
/** Tickets of one type, each of which needs a voucher. */
export type RequiredVouchers = {
  readonly ticket_type_id: string;
  readonly type_name: string;
  readonly quantity: number;
};

export type VouchersResult =
  | {
      readonly vouchers: readonly Omit<Voucher, "type_name">[];
      /** Promo codes that follow the vouchers. */
      readonly others: readonly string[];
    }
  | { readonly problem: VoucherProblem & { readonly ticket_type_id: string } };

/**
 * Validates the vouchers of a request: as many per type as there are tickets, none for any other type. A missing or
 * surplus voucher is reported at the index where it is noticed. Vouchers are returned trimmed. Codes beyond
 * `ticket_type_ids` are promo codes, such as a rule may require.
 */
export const checkVouchers = (
  formats: CityPassFormats | undefined,
  needed: readonly RequiredVouchers[],
  { codes, ticket_type_ids }: VouchersInput,
): VouchersResult => {
  const names = new Map(needed.map(({ ticket_type_id, type_name }) => [ticket_type_id, type_name]));
  const open = new Map<string, number>();
  for (const { ticket_type_id, quantity } of needed)
    open.set(ticket_type_id, quantity + (open.get(ticket_type_id) ?? 0));

  const given: Voucher[] = [];
  for (const [index, ticket_type_id] of ticket_type_ids.entries()) {
    const left = open.get(ticket_type_id) ?? 0;
    if (left === 0) return { problem: { index, message: "format", ticket_type_id } };
    open.set(ticket_type_id, left - 1);
    given.push({ ticket_type_id, type_name: names.get(ticket_type_id) ?? "", voucher: codes[index]?.trim() ?? "" });
  }
  const [wrong] = voucherProblems(formats, given);
  if (wrong) return { problem: { ...wrong, ticket_type_id: given[wrong.index]?.ticket_type_id ?? "" } };
  const missing = [...open].find(([, left]) => left > 0)?.[0];
  if (missing !== undefined) return { problem: { index: given.length, message: "required", ticket_type_id: missing } };
  return {
    vouchers: given.map(({ ticket_type_id, voucher }) => ({ ticket_type_id, voucher })),
    others: codes.slice(given.length),
  };
};
