import { useId } from "react";
import type { ExchangeType } from "@foyer/rules/aftersale/move/exchangeTypes.ts";
import { moveCost } from "@foyer/rules/aftersale/move/moveCost.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { isPositiveAmount } from "../cancel/orderVisits.ts";
import { useTicketChoiceName } from "../cancel/useOrderTicketName.ts";
import type { MovableVisitTicket } from "./movableVisit.ts";
import css from "./Reschedule.module.css";
import type { MoveForm } from "./useMoveForm.ts";
import { currentType } from "./useChosenTickets.ts";

export type ExchangeSelectProps = { readonly ticket: MovableVisitTicket; readonly form: MoveForm };

/** The types for which a ticket can be exchanged; renders nothing if there is no other type. */
export function ExchangeSelect({ ticket, form }: ExchangeSelectProps) {
  const t = useText(rescheduleStrings);
  const nameOf = useTicketChoiceName();
  const optionText = useOptionText();
  const id = useId();
  const { isKept, session, exchange, typeOf } = form;
  const [present, wanted] = [currentType(ticket), typeOf(ticket)];
  const others = exchange.typesFor(ticket).filter((type) => type.id !== present.id);
  const isMissing = wanted.id !== present.id && !others.some((type) => type.id === wanted.id);
  if (others.length === 0 && !isMissing) return null;
  // Without a chosen time there is no price yet.
  const isPriced = isKept || session !== undefined;
  const labelOf = (type: ExchangeType): string => (isPriced ? optionText(type) : type.name);
  return (
    <div className={css.exchange}>
      <label htmlFor={id}>{t("exchange.label")}</label>
      <Select
        id={id}
        aria-label={t("exchange.named", { ticket: nameOf(ticket) })}
        value={wanted.id}
        options={[
          { value: present.id, label: t("exchange.present", { type: present.name }) },
          ...others.map((type) => ({ value: type.id, label: labelOf(type) })),
          // Not sold at the chosen time: it stays selected, and the time step says so.
          ...(isMissing ? [{ value: wanted.id, label: wanted.name }] : []),
        ]}
        onChange={({ target }) => {
          const type = others.find((one) => one.id === target.value) ?? (target.value === wanted.id ? wanted : present);
          form.exchangeType(ticket.id, type);
        }}
      />
    </div>
  );
}

/** 'Child, $10.00', including fees like the prices of the order's tickets. */
const useOptionText = () => {
  const t = useText(rescheduleStrings);
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  return (type: ExchangeType): string => {
    const price = toDecimal(moveCost([], type, currency), currency);
    return isPositiveAmount(price)
      ? t("exchange.option", { type: type.name, price: money(price) })
      : t("exchange.option.free", { type: type.name });
  };
};
