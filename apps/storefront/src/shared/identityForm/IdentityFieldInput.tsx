import { useMemo } from "react";
import {
  countriesOfLanguages,
  countryOfCurrency,
  countryOptions,
  hasDigitPostcode,
} from "@foyer/rules/values/countries.ts";
import type { IdentityField } from "@foyer/rules/forms/identityFields.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/form/TextInput.tsx";
import { emailInput } from "../form/inputKinds.ts";
import { useSeller, useText } from "../seller/seller.tsx";
import { GiftAid } from "./GiftAid.tsx";
import css from "./Identity.module.css";
import { identityStrings } from "./identity.strings.ts";
import { useIdentityTexts } from "./useIdentityTexts.ts";
import type { IdentityFormState } from "./useIdentityForm.ts";

const inputByName: Readonly<Record<string, TextInputProps>> = {
  first_name: { autoComplete: "given-name" },
  last_name: { autoComplete: "family-name" },
  phone: { autoComplete: "tel", type: "tel", inputMode: "tel" },
  address: { autoComplete: "address-line1" },
  address_more: { autoComplete: "address-line2" },
  city: { autoComplete: "address-level2" },
  region: { autoComplete: "address-level1" },
  zip_code: { autoComplete: "postal-code", autoCapitalize: "characters", spellCheck: false },
};
const inputByKind: Partial<Readonly<Record<IdentityField["kind"], TextInputProps>>> = {
  email: emailInput,
  date: { type: "date" },
  number: { inputMode: "decimal" },
};
const digits: TextInputProps = { inputMode: "numeric" };

/** Which on-screen keyboard a field uses: postcodes and whole numbers use digits if these are sufficient. */
const inputOf = ({ name, kind, isWhole }: IdentityField, country: string): TextInputProps => ({
  ...(inputByName[name] ?? inputByKind[kind]),
  ...((kind === "zip" ? hasDigitPostcode(country) : kind === "number" && isWhole) && digits),
});
/** Fields that take a whole line. */
const wideFields: ReadonlySet<string> = new Set(["country", "address", "address_more"]);

/** All countries in the seller's language: the seller's and the visitor's first. */
const useCountryOptions = () => {
  const { locale, default_currency_code } = useSeller();
  return useMemo(() => {
    const visitors = countriesOfLanguages(navigator.languages);
    return countryOptions(locale, [countryOfCurrency(default_currency_code), ...visitors]);
  }, [locale, default_currency_code]);
};

type IdentityFieldInputProps = { readonly field: IdentityField; readonly form: IdentityFormState };

/** The input of one field, by its kind. */
export function IdentityFieldInput(props: IdentityFieldInputProps) {
  const { field } = props;
  const isWide = wideFields.has(field.name) || ["checkbox", "radios"].includes(field.kind);
  if (!isWide) return <FieldControl {...props} />;
  return (
    <div className={css.fullWidth}>
      <FieldControl {...props} />
    </div>
  );
}

function FieldControl({ field, form }: IdentityFieldInputProps) {
  const t = useText(identityStrings);
  const { labelOf, messageOf } = useIdentityTexts(form.country);
  const countries = useCountryOptions();
  const { name, kind, required, isLocked, description } = field;
  const answer = form.answers[name];
  const text = String(answer ?? "");
  const error = messageOf(field, form.problems.find((problem) => problem.field === name)?.message);
  const setAnswer = (value: string | boolean) => form.answer(name, value);
  // A country is always chosen.
  const optional = !required && !isLocked && kind !== "country" && t("identity.optional");
  const fieldProps = {
    label: labelOf(field),
    hint: description ?? (name === "email" ? t("identity.email.hint") : undefined),
    error,
    required,
    optional,
  };
  switch (kind) {
    case "checkbox":
      if (name === "gift_aid_eligible")
        return <GiftAid field={field} checked={answer === true} error={error} onChange={setAnswer} />;
      return (
        <Checkbox
          name={name}
          label={fieldProps.label}
          hint={description}
          error={error}
          disabled={isLocked}
          aria-required={required || undefined}
          checked={answer === true}
          onChange={(event) => setAnswer(event.target.checked)}
        />
      );
    case "radios":
      return (
        <RadioGroup
          name={name}
          legend={
            <>
              {fieldProps.label} {optional && <span className={css.quiet}>{optional}</span>}
              {description && <span className={css.hint}>{description}</span>}
            </>
          }
          options={field.options.map((option) => ({ value: option, label: option, disabled: isLocked }))}
          value={field.options.includes(text) ? text : undefined}
          onChange={setAnswer}
          error={error}
        />
      );
    case "select":
    case "state":
    case "country": {
      const options =
        kind === "country"
          ? countries
          : kind === "state"
            ? form.states.map(({ code, name }) => ({ value: code, label: name }))
            : field.options.map((option) => ({ value: option, label: option }));
      return (
        <Field {...fieldProps}>
          <Select
            name={name}
            autoComplete={kind === "country" ? "country" : kind === "state" ? "address-level1" : undefined}
            disabled={isLocked}
            {...(kind === "country" ? {} : { placeholder: t("identity.choose") })}
            options={options}
            value={options.some(({ value }) => value === text) ? text : ""}
            onChange={(event) => setAnswer(event.target.value)}
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
        <Field {...fieldProps}>
          <TextInput
            {...inputOf(field, form.country)}
            name={name}
            value={text}
            disabled={isLocked}
            onChange={(event) => setAnswer(event.target.value)}
          />
        </Field>
      );
  }
}
