import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { ChosenAmount } from "@foyer/rules/reserve/oneTicket.ts";
import { ChoiceGroup } from "@foyer/ui/choice/ChoiceGroup.tsx";
import { FlexiblePrice } from "./FlexiblePrice.tsx";
import { useTilePrice } from "../../format/useTilePrice.ts";
import { useText } from "../../seller/seller.tsx";
import { tileStrings } from "../../text/tile.strings.ts";
import { amountStrings } from "./amount.strings.ts";

export type AmountChoiceProps = {
  readonly label: string;
  readonly choices: readonly GroupChoice[];
  readonly chosen: ChosenAmount;
  /** The id of the error message about the choice itself. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isPriceInvalid: boolean;
  /** The form was submitted, so the error of the amount is shown. */
  readonly isSubmitted: boolean;
  readonly onChoose: (chosen: ChosenAmount) => void;
};

/** A choice of amounts, one of which may be the visitor's own. Independent of a form. */
export function AmountChoice({
  label,
  choices,
  chosen,
  describedBy,
  isInvalid = false,
  isPriceInvalid,
  isSubmitted,
  onChoose,
}: AmountChoiceProps) {
  const t = useText(amountStrings);
  const tileText = useText(tileStrings);
  const price = useTilePrice();
  const types = choices.flatMap(({ types: own, soldOut }) => own.map((choice) => ({ ...choice, soldOut })));
  const selected = types.find(({ type }) => type.id === chosen.ticket_type_id);
  return (
    <>
      <ChoiceGroup
        kind="amount"
        label={label}
        value={selected?.type.id}
        invalid={isInvalid}
        describedBy={describedBy}
        onChoose={(ticket_type_id) => onChoose({ ...chosen, ticket_type_id })}
        options={types.map(({ type, flexible, soldOut }) => {
          const amount = flexible ? undefined : price(type.discounted_amount);
          return {
            value: type.id,
            label: amount ?? type.name,
            below: amount === undefined || amount === type.name ? undefined : type.name,
            spoken: amount === undefined || amount === type.name ? type.name : `${amount}, ${type.name}`,
            disabledReason: soldOut ? tileText("reserve.date.sold_out") : undefined,
          };
        })}
      />
      {selected?.flexible && (
        <FlexiblePrice
          name={selected.type.name}
          label={t("one_ticket.amount")}
          flexible={selected.flexible}
          value={chosen.price}
          isInvalid={isPriceInvalid}
          isSubmitted={isSubmitted}
          onChange={(typed) => onChoose({ ...chosen, price: typed })}
        />
      )}
    </>
  );
}
