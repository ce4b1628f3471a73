import { normalizeCode } from "../pricing/codes.ts";

type TicketWithVoucher = { readonly handler_data?: Readonly<Record<string, unknown>> | null };

/** The city-pass voucher of a ticket, as it was entered; undefined where it has none. */
export const voucherOf = ({ handler_data }: TicketWithVoucher): string | undefined =>
  typeof handler_data?.["citypass"] === "string" ? handler_data["citypass"] : undefined;

/** The end of a voucher, '…1111': enough for its owner to recognise it, and of no use to anybody else. */
export const voucherEnd = (voucher: string): string => `…${voucher.slice(-4)}`;

/** The vouchers of tickets that are given up, except those that a new ticket uses. They can be used again. */
export const freedVouchers = (
  leaving: readonly TicketWithVoucher[],
  added: readonly TicketWithVoucher[],
): readonly string[] => {
  const carried = new Set(added.flatMap((ticket) => voucherOf(ticket) ?? []).map(normalizeCode));
  return leaving.flatMap((ticket) => voucherOf(ticket) ?? []).filter((voucher) => !carried.has(normalizeCode(voucher)));
};
