import { needsVoucher } from "../forms/cityPass.ts";
import { checkVouchers, voucherProblems, type VouchersInput } from "../forms/vouchers.ts";
import { normalizeCode } from "../pricing/codes.ts";
import type { CatalogSnapshot, NewTicket, Rejected } from "./catalogSnapshot.ts";

type CheckedCityPass = Rejected | { readonly tickets: readonly NewTicket[]; readonly others: readonly string[] };
type VoucherContext = Pick<CatalogSnapshot, "groups" | "types" | "cityPass">;
type RequestedVouchers = {
  readonly sent: VouchersInput | undefined;
  /** Vouchers of tickets that a change gives up, as entered. */
  readonly givenUp?: readonly string[] | undefined;
};

/**
 * Assigns vouchers to the tickets that need one: the vouchers sent, or else those of tickets that a change gives up. The
 * old tickets keep their vouchers until the change completes, so a new ticket only records which one it gets. Codes after
 * the vouchers are promo codes.
 */
export const checkCityPass = (
  tickets: readonly NewTicket[],
  catalog: VoucherContext,
  { sent, givenUp = [] }: RequestedVouchers,
): CheckedCityPass => {
  const { types, cityPass } = catalog;
  const voucherTickets = tickets.filter((ticket) => isForVoucher(ticket, catalog));
  if (voucherTickets.length === 0 && !sent) return { tickets, others: [] };
  const { codes = [], ticket_type_ids = [] } = sent ?? {};
  const vouchers = { codes: codes.slice(0, ticket_type_ids.length), ticket_type_ids };
  const carried = carryVouchers(voucherTickets, catalog, { vouchers, givenUp });
  const entered = voucherTickets.filter((ticket) => !carried.has(ticket));
  const needed = entered.map(({ ticket_type_id }) => ({
    ticket_type_id,
    type_name: types.get(ticket_type_id)?.name ?? "",
    quantity: 1,
  }));
  const result = checkVouchers(cityPass.formats, needed, vouchers);
  if ("problem" in result) return { rejection: { code: "invalid_citypass", extra: result.problem } };

  const own = new Set(givenUp.map(normalizeCode));
  const open = new Map<string, string[]>();
  for (const [index, { ticket_type_id, voucher }] of result.vouchers.entries()) {
    const code = normalizeCode(voucher);
    if (cityPass.usedVouchers.has(code) && !own.has(code))
      return { rejection: { code: "code_exhausted", extra: { index, ticket_type_id, code: voucher } } };
    open.set(ticket_type_id, [...(open.get(ticket_type_id) ?? []), voucher]);
  }
  const given = new Set(entered);
  return {
    tickets: tickets.map((ticket) => {
      const voucher = given.has(ticket) ? open.get(ticket.ticket_type_id)?.shift() : carried.get(ticket);
      return voucher === undefined ? ticket : withVoucher(ticket, voucher, own);
    }),
    others: codes.slice(ticket_type_ids.length),
  };
};

const isForVoucher = ({ ticket_group_id }: NewTicket, { groups, cityPass }: VoucherContext): boolean => {
  const group = groups.get(ticket_group_id);
  return group !== undefined && needsVoucher(group, group.event.config, cityPass.web);
};

/** A voucher of a ticket that is given up stays with that ticket until the change completes. */
const withVoucher = (ticket: NewTicket, voucher: string, own: ReadonlySet<string>): NewTicket => {
  const code = normalizeCode(voucher);
  return { ...ticket, voucher: own.has(code) ? null : code, handler_data: { citypass: voucher } };
};

/** Gives tickets without an entered voucher one of the vouchers that are given up, if it is valid for their type. */
const carryVouchers = (
  tickets: readonly NewTicket[],
  { types, cityPass }: VoucherContext,
  { vouchers, givenUp }: { readonly vouchers: VouchersInput; readonly givenUp: readonly string[] },
): ReadonlyMap<NewTicket, string> => {
  const entered = new Set(vouchers.codes.map(normalizeCode));
  let left = givenUp.filter((voucher) => !entered.has(normalizeCode(voucher)));
  const waiting = [...vouchers.ticket_type_ids];
  const carried = new Map<NewTicket, string>();
  for (const ticket of tickets) {
    const { ticket_type_id } = ticket;
    const index = waiting.indexOf(ticket_type_id);
    if (index >= 0) {
      waiting.splice(index, 1);
      continue;
    }
    const type_name = types.get(ticket_type_id)?.name ?? "";
    const voucher = left.find(
      (text) => voucherProblems(cityPass.formats, [{ ticket_type_id, type_name, voucher: text }]).length === 0,
    );
    if (voucher === undefined) continue;
    carried.set(ticket, voucher);
    left = left.filter((text) => text !== voucher);
  }
  return carried;
};
