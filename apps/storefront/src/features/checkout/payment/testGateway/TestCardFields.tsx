import { type ChangeEvent } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Disclosure } from "@foyer/ui/layout/Disclosure.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import css from "./TestCardFields.module.css";
import { formatCardNumber, formatExpiry, type TestCard, type CardProblem } from "./testCard.ts";
import { checkoutStrings } from "../../checkout.strings.ts";
import { testCardNumbers } from "./testCardNumbers.ts";

export type TestCardFieldsProps = {
  readonly card: TestCard;
  readonly problems: Partial<Record<keyof TestCard, CardProblem>>;
  readonly onChange: (part: Partial<TestCard>) => void;
};

/** Formats only when typing at the end: elsewhere the caret would jump. */
const formatWhileTyping = (
  { target: { value, selectionStart } }: ChangeEvent<HTMLInputElement>,
  before: string,
  format: (text: string) => string,
): string => (selectionStart === value.length && value.length > before.length ? format(value) : value);

/** The card fields of the test gateway, with the test cards that it accepts. */
export function TestCardFields({ card, problems, onChange }: TestCardFieldsProps) {
  const t = useText(checkoutStrings);
  const errorOf = (problem: CardProblem | undefined) => problem && t(`card.${problem}`);
  return (
    <div className={css.card}>
      <p className={css.mode}>{t("card.test_mode.text")}</p>
      <Disclosure summary={t("card.test_cards")}>
        <ul role="list" className={css.tests}>
          {testCardNumbers.map(({ number, outcome }) => (
            <li key={number}>
              <Button
                kind="text"
                size="small"
                aria-label={t("card.test_cards.use", { number: formatCardNumber(number) })}
                onClick={() => onChange({ number: formatCardNumber(number), expiry: "12 / 34", cvc: "123" })}
              >
                {formatCardNumber(number)}
              </Button>
              <span>{t(`card.does.${outcome}`)}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
      <div className={css.fields}>
        <Field label={t("card.number")} required error={errorOf(problems.number)}>
          <TextInput
            name="card_number"
            autoComplete="cc-number"
            inputMode="numeric"
            spellCheck={false}
            placeholder="4242 4242 4242 4242"
            value={card.number}
            onChange={(event) => onChange({ number: formatWhileTyping(event, card.number, formatCardNumber) })}
            onBlur={() => onChange({ number: formatCardNumber(card.number) })}
          />
        </Field>
        <Field label={t("card.expiry")} required error={errorOf(problems.expiry)}>
          <TextInput
            name="card_expiry"
            autoComplete="cc-exp"
            inputMode="numeric"
            placeholder={t("card.expiry.placeholder")}
            value={card.expiry}
            onChange={(event) => onChange({ expiry: formatWhileTyping(event, card.expiry, formatExpiry) })}
            onBlur={() => onChange({ expiry: formatExpiry(card.expiry) })}
          />
        </Field>
        <Field label={t("card.cvc")} required error={errorOf(problems.cvc)}>
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
