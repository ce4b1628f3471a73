import { useMemo } from "react";
import { countries } from "@foyer/rules/countries.ts";
import type { IdentityField } from "@foyer/rules/identityFields.ts";
import { Checkbox } from "@foyer/ui/Checkbox.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { RadioGroup } from "@foyer/ui/RadioGroup.tsx";
import { Select } from "@foyer/ui/Select.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/TextInput.tsx";
import { useSeller, useText } from "../../shared/seller.tsx";
import { GiftAid } from "./GiftAid.tsx";
import css from "./Identity.module.css";
import { identityStrings } from "./identity.strings.ts";
import { useIdentityWords } from "./useIdentityWords.ts";
import type { IdentityFormState } from "./useIdentityForm.ts";

const email: TextInputProps = {
  autoComplete: "email",
  type: "email",
  inputMode: "email",
  spellCheck: false,
  autoCapitalize: "off",
};
const byName: Readonly<Record<string, TextInputProps>> = {
  first_name: { autoComplete: "given-name" },
  last_name: { autoComplete: "family-name" },
  phone: { autoComplete: "tel", type: "tel", inputMode: "tel" },
  address: { autoComplete: "address-line1" },
  address_more: { autoComplete: "address-line2" },
  city: { autoComplete: "address-level2" },
  region: { autoComplete: "address-level1" },
  zip_code: { autoComplete: "postal-code", autoCapitalize: "characters", spellCheck: false },
};
const byKind: Partial<Readonly<Record<IdentityField["kind"], TextInputProps>>> = {
  email,
  date: { type: "date" },
  number: { inputMode: "decimal" },
};
/** Fields that need the width of a line. */
const whole: ReadonlySet<string> = new Set(["country", "address", "address_more"]);

/** Every country by its name where the seller lives, in the order of its alphabet. */
const useCountries = () => {
  const { locale } = useSeller();
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale, "en"], { type: "region" });
    return countries
      .map((code) => ({ value: code, label: names.of(code) ?? code }))
      .toSorted((one, other) => one.label.localeCompare(other.label, locale));
  }, [locale]);
};

type Props = { readonly field: IdentityField; readonly purchaser: IdentityFormState };

/** One question to the buyer, by its kind. */
export function IdentityQuestion(props: Props) {
  const { field } = props;
  const isWide = whole.has(field.name) || ["checkbox", "radios"].includes(field.kind);
  if (!isWide) return <Answer {...props} />;
  return (
    <div className={css.whole}>
      <Answer {...props} />
    </div>
  );
}

function Answer({ field, purchaser }: Props) {
  const t = useText(identityStrings);
  const { labelOf, messageOf } = useIdentityWords(purchaser.country);
  const named = useCountries();
  const { name, kind, required, isLocked, description } = field;
  const answer = purchaser.answers[name];
  const shown = String(answer ?? "");
  const error = messageOf(field, purchaser.problems.find((problem) => problem.field === name)?.message);
  const onAnswer = (value: string | boolean) => purchaser.answer(name, value);
  // A country is always chosen.
  const optional = !required && !isLocked && kind !== "country" && t("identity.optional");
  const around = {
    label: labelOf(field),
    hint: description ?? (name === "email" ? t("identity.email.hint") : undefined),
    error,
    required,
    optional,
  };
  switch (kind) {
    case "checkbox":
      if (name === "gift_aid_eligible")
        return <GiftAid field={field} checked={answer === true} error={error} onChange={onAnswer} />;
      return (
        <Checkbox
          name={name}
          label={around.label}
          hint={description}
          error={error}
          disabled={isLocked}
          aria-required={required || undefined}
          checked={answer === true}
          onChange={(event) => onAnswer(event.target.checked)}
        />
      );
    case "radios":
      return (
        <RadioGroup
          name={name}
          legend={
            <>
              {around.label} {optional && <span className={css.quiet}>{optional}</span>}
              {description && <span className={css.hint}>{description}</span>}
            </>
          }
          options={field.options.map((option) => ({ value: option, label: option, disabled: isLocked }))}
          value={field.options.includes(shown) ? shown : undefined}
          onChange={onAnswer}
          error={error}
        />
      );
    case "select":
    case "state":
    case "country": {
      const options =
        kind === "country"
          ? named
          : kind === "state"
            ? purchaser.states.map(({ code, name }) => ({ value: code, label: name }))
            : field.options.map((option) => ({ value: option, label: option }));
      return (
        <Field {...around}>
          <Select
            name={name}
            autoComplete={kind === "country" ? "country" : kind === "state" ? "address-level1" : undefined}
            disabled={isLocked}
            {...(kind === "country" ? {} : { placeholder: t("identity.choose") })}
            options={options}
            value={options.some(({ value }) => value === shown) ? shown : ""}
            onChange={(event) => onAnswer(event.target.value)}
          />
        </Field>
      );
    }
    case "email":
    case "date":
    case "number":
    case "text":
    case "phone":
    case "zip":
      return (
        <Field {...around}>
          <TextInput
            {...(byName[name] ?? byKind[kind])}
            name={name}
            value={shown}
            disabled={isLocked}
            onChange={(event) => onAnswer(event.target.value)}
          />
        </Field>
      );
  }
}
