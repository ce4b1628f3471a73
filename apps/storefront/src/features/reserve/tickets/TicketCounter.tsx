import { maxTicketsPerType } from "@foyer/rules/reserve/quantities.ts";
import { ticketFees, type TypeChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Stepper } from "@foyer/ui/choice/Stepper.tsx";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { useDeferredText } from "../text/useDeferredText.ts";
import { quantityNote } from "./quantityNote.ts";

type TicketCounterProps = {
  readonly choice: TypeChoice;
  readonly onQuantity: (ticket_type_id: string, quantity: number) => void;
};

/** The number of tickets of a type, and why there can be no more. */
export function TicketCounter({ choice, onQuantity }: TicketCounterProps) {
  const { type, quantity, min, max } = choice;
  const t = useDeferredText();
  return (
    <Stepper
      label={type.name}
      value={quantity}
      min={min}
      max={Math.min(max, maxTicketsPerType)}
      onChange={(value) => onQuantity(type.id, value)}
      labels={{
        less: t("reserve.tickets.less"),
        more: t("reserve.tickets.more"),
        now: (count) => t("reserve.tickets.now", { count, name: type.name }),
      }}
      noteId={`most-${type.id}`}
      note={quantityNote(choice, t)}
    />
  );
}

/** The price of a type with a fixed price, the price before discounts, and the fees on top. */
export function TicketPrice({
  type,
  feeClassName,
}: Pick<TypeChoice, "type"> & { readonly feeClassName?: string | undefined }) {
  const t = useDeferredText();
  const price = useTilePrice();
  const coins = useCoins();
  const { currency } = coins;
  const fees = ticketFees(type, fromDecimal(type.discounted_amount, currency) ?? 0, coins);
  return (
    <>
      {type.discounted_amount !== type.currency_amount && <s>{price(type.currency_amount)}</s>}{" "}
      {price(type.discounted_amount)}
      {fees > 0 && (
        <span className={feeClassName}> {t("reserve.tickets.fee", { fee: price(toDecimal(fees, currency)) })}</span>
      )}
    </>
  );
}
