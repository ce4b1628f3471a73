import type { Seller } from "@foyer/contract/shop/seller.ts";
import { addDays, instantOf } from "@foyer/rules/dates/localTime.ts";
import { Refused } from "../../errors/refused.ts";

export const invalidCode = (extra: object, ...fields: readonly string[]): Refused =>
  new Refused({ code: "validation_failed", context: "code", extra: { fields, ...extra } });

/** Undefined if the first day is after the last one. */
export const periodOf = (
  { timezone }: Pick<Seller, "timezone">,
  { first_day, last_day }: { readonly first_day?: string | undefined; readonly last_day?: string | undefined },
): { readonly valid_from: string | null; readonly valid_to: string | null } | undefined =>
  first_day !== undefined && last_day !== undefined && first_day > last_day
    ? undefined
    : {
        valid_from: first_day === undefined ? null : instantOf(first_day, "00:00", timezone),
        valid_to: last_day === undefined ? null : instantOf(addDays(last_day, 1), "00:00", timezone),
      };

/** A limit as the database stores it: -1 means none. */
export const storedLimit = (max: number | null): number => max ?? -1;

/** A limit as the contract has it: null means none. */
export const limitOf = (max: number): number | null => (max < 0 ? null : max);
