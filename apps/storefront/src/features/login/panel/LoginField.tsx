import type { Ref } from "react";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/form/TextInput.tsx";
import { emailInput } from "../../../shared/form/inputKinds.ts";
import { countryOfCurrency, hasDigitPostcode } from "@foyer/rules/values/countries.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { loginStrings } from "../login.strings.ts";
import { PasswordInput } from "../PasswordInput.tsx";
import { maxLengthOf, type FieldProblem, type LoginContext } from "./credentials.ts";
import type { LoginFieldName } from "../loginMethod.ts";

const inputProps: Readonly<Record<LoginFieldName, TextInputProps>> = {
  email: { ...emailInput, autoComplete: "username" },
  password: { autoComplete: "current-password", spellCheck: false, autoCapitalize: "off" },
  scan_code: { autoComplete: "username", autoCapitalize: "characters", spellCheck: false },
  last_name: { autoComplete: "family-name" },
  zip_code: { autoComplete: "postal-code", autoCapitalize: "characters", spellCheck: false },
};

export type LoginFieldProps = {
  readonly name: LoginFieldName;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: FieldProblem | undefined;
  readonly at?: LoginContext;
  readonly ref?: Ref<HTMLInputElement>;
};

export function LoginField({ name, value, onChange, problem, at, ref }: LoginFieldProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const messages = {
    required: shared("form.required"),
    too_long: t("login.too_long", { count: maxLengthOf(name, at) }),
    not_email: t("login.email.invalid"),
  };
  const { default_currency_code } = useSeller();
  const isByDigits = name === "zip_code" && hasDigitPostcode(countryOfCurrency(default_currency_code));
  const input: TextInputProps = {
    ...inputProps[name],
    ...(isByDigits && { inputMode: "numeric" }),
    name,
    value,
    ...(ref && { ref }),
  };
  const onInput: TextInputProps["onChange"] = (event) => onChange(event.target.value);
  return (
    <Field label={t(`login.${name}`)} error={problem && messages[problem]} required>
      {name === "password" ? (
        <PasswordInput {...input} onChange={onInput} />
      ) : (
        <TextInput {...input} onChange={onInput} />
      )}
    </Field>
  );
}
