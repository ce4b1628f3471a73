import type { Day } from "@foyer/contract/basics.ts";
import { dateFormat } from "../../shared/format/intlFormats.ts";
import { useSeller } from "../../shared/seller/seller.tsx";

/** 'November 20, 2027'. */
export const useMemberDate = (): ((day: Day) => string) => {
  const { locale } = useSeller();
  const format = dateFormat(locale, { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T12:00:00Z`));
};
