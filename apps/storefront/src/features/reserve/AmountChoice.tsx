import type { GroupChoice } from "@foyer/rules/choosing.ts";
import type { AmountChosen } from "@foyer/rules/oneTicket.ts";
import { ChoiceGroup } from "@foyer/ui/Choice.tsx";
import { FlexiblePrice } from "./FlexiblePrice.tsx";
import { useLaterText } from "./useLaterText.ts";
import { useTilePrice } from "./startWords.ts";

export type AmountChoiceProps = {
  readonly label: string;
  readonly choices: readonly GroupChoice[];
  readonly chosen: AmountChosen;
  /** The id of the error that is about the choice itself. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isPriceWrong: boolean;
  /** The form was sent: an amount that will not do is said so. */
  readonly wasSent: boolean;
  readonly onChoose: (chosen: AmountChosen) => void;
};

/** One of some amounts, or one of one's own. Knows no form: a donation may be asked for elsewhere too. */
export function AmountChoice({
  label,
  choices,
  chosen,
  describedBy,
  isInvalid = false,
  isPriceWrong,
  wasSent,
  onChoose,
}: AmountChoiceProps) {
  const t = useLaterText();
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
            refused: soldOut ? t("reserve.date.sold_out") : undefined,
          };
        })}
      />
      {selected?.flexible && (
        <FlexiblePrice
          name={selected.type.name}
          label={t("one_ticket.amount")}
          flexible={selected.flexible}
          value={chosen.price}
          isWrong={isPriceWrong}
          wasSent={wasSent}
          onChange={(typed) => onChoose({ ...chosen, price: typed })}
        />
      )}
    </>
  );
}
