import { type ChangeEvent } from "react";
import { Button } from "@foyer/ui/Button.tsx";
import { Disclosure } from "@foyer/ui/Disclosure.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import { useText } from "../../shared/seller.tsx";
import css from "./CardFields.module.css";
import { groupedNumber, spacedExpiry, type Card, type CardProblem } from "./card.ts";
import { checkoutStrings } from "./checkout.strings.ts";
import { testCards } from "./testCards.ts";

export type CardFieldsProps = {
  readonly card: Card;
  readonly problems: Partial<Record<keyof Card, CardProblem>>;
  readonly onChange: (part: Partial<Card>) => void;
};

/** Tidied while it is typed at its end; a correction in the middle is left alone, or the caret would jump. */
const typed = (
  { target: { value, selectionStart } }: ChangeEvent<HTMLInputElement>,
  before: string,
  tidy: (text: string) => string,
): string => (selectionStart === value.length && value.length > before.length ? tidy(value) : value);

/** The card of the test gateway: it stands in for the provider's own fields and says so. */
export function CardFields({ card, problems, onChange }: CardFieldsProps) {
  const t = useText(checkoutStrings);
  const says = (problem: CardProblem | undefined) => problem && t(`card.${problem}`);
  return (
    <div className={css.card}>
      <p className={css.mode}>{t("card.test_mode.text")}</p>
      <Disclosure summary={t("card.test_cards")}>
        <ul role="list" className={css.tests}>
          {testCards.map(({ number, does }) => (
            <li key={number}>
              <Button
                kind="text"
                size="small"
                aria-label={t("card.test_cards.use", { number: groupedNumber(number) })}
                onClick={() => onChange({ number: groupedNumber(number), expiry: "12 / 34", cvc: "123" })}
              >
                {groupedNumber(number)}
              </Button>
              <span>{t(`card.does.${does}`)}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
      <div className={css.fields}>
        <Field label={t("card.number")} required error={says(problems.number)}>
          <TextInput
            name="card_number"
            autoComplete="cc-number"
            inputMode="numeric"
            spellCheck={false}
            placeholder="4242 4242 4242 4242"
            value={card.number}
            onChange={(event) => onChange({ number: typed(event, card.number, groupedNumber) })}
            onBlur={() => onChange({ number: groupedNumber(card.number) })}
          />
        </Field>
        <Field label={t("card.expiry")} required error={says(problems.expiry)}>
          <TextInput
            name="card_expiry"
            autoComplete="cc-exp"
            inputMode="numeric"
            placeholder={t("card.expiry.placeholder")}
            value={card.expiry}
            onChange={(event) => onChange({ expiry: typed(event, card.expiry, spacedExpiry) })}
            onBlur={() => onChange({ expiry: spacedExpiry(card.expiry) })}
          />
        </Field>
        <Field label={t("card.cvc")} required error={says(problems.cvc)}>
          <TextInput
            name="card_cvc"
            autoComplete="cc-csc"
            inputMode="numeric"
            maxLength={4}
            placeholder="123"
            value={card.cvc}
            onChange={(event) => onChange({ cvc: event.target.value })}
          />
        </Field>
      </div>
    </div>
  );
}
