import type { TriedCart } from "@foyer/contract/office/catalogue/discountTrial.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { HoldRejection } from "@foyer/rules/hold/catalogSnapshot.ts";
import type { PriceTrial, TriedTicket } from "@foyer/rules/hold/trial/tryPrices.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { computeTotals } from "@foyer/rules/pricing/totals.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { DesiredCatalogue } from "../../../catalogue/diff/desiredCatalogue.ts";
import { toRefusalResponse } from "../../../http/errorHandler.ts";
import { refusedHold } from "../../../modules/cart/hold/heldTickets.ts";

type Shown = { readonly rows: DesiredCatalogue; readonly seller: Seller; readonly typed: readonly string[] };

export const presentTrial = (trial: PriceTrial, { rows, seller, typed }: Shown): TriedCart => {
  const money = (amount: number): string => toDecimal(amount, seller.default_currency_code);
  const words = (rejection: HoldRejection): string => inWords(seller, rejection);
  const isPriced = !("rejection" in trial);
  const { subtotal, discount, fee_fixed, fee_percent, total } = isPriced ? trial.totals : computeTotals([]);
  return {
    refusal: isPriced ? null : words(trial.rejection),
    tickets: isPriced ? linesOf(trial.tickets, rows, money) : [],
    discounts: isPriced
      ? rows.discounts.flatMap(({ id, name }) => {
          const amount = trial.taken.get(id);
          return amount === undefined ? [] : [{ name, amount: money(amount) }];
        })
      : [],
    codes: typed.map((code) => {
      const refused = trial.refusedCodes.find((one) => one.code === code);
      const inCart = isPriced && trial.codes.find(({ normalized }) => normalized === normalizeCode(code));
      return {
        code,
        is_applied: isPriced && inCart !== undefined && inCart !== false && trial.applied.has(inCart.id),
        refusal: refused ? words(refused.rejection) : null,
      };
    }),
    subtotal: money(subtotal),
    discount: money(discount),
    fees: money(fee_fixed + fee_percent),
    total: money(total),
  };
};

/** The refusal in the storefront's words. */
const inWords = (seller: Seller, rejection: HoldRejection): string => {
  const { body } = toRefusalResponse(
    refusedHold(seller, rejection, { context: "reserve", isChange: false }),
    "",
    seller.strings,
  );
  return body._data[0]?._description ?? rejection.code;
};

/** Merges tickets of the same type, session and amounts into one line. */
const linesOf = (
  tickets: readonly TriedTicket[],
  rows: DesiredCatalogue,
  money: (amount: number) => string,
): TriedCart["tickets"] => {
  const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: string): string =>
    list.find((one) => one.id === id)?.name ?? "";
  const alike = Map.groupBy(tickets, (ticket) =>
    [ticket.ticket_type_id, ticket.event_session_id, ticket.face_value, ticket.adjusted_value].join(),
  );
  return [...alike.values()].flatMap(([ticket, ...others]) =>
    ticket
      ? [
          {
            event: nameOf(rows.events, ticket.event_template_id),
            name: nameOf(rows.types, ticket.ticket_type_id),
            start: rows.sessions.find(({ id }) => id === ticket.event_session_id)?.local_start ?? null,
            quantity: others.length + 1,
            face_value: money(ticket.face_value),
            price: money(ticket.adjusted_value),
            fees: money(ticket.fee_fixed + ticket.fee_percent),
          },
        ]
      : [],
  );
};
