import type { Answers, IdentityField, Problem } from "@foyer/rules/identityForm.ts";
import { Field } from "@foyer/ui/Field.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/TextInput.tsx";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

const wiring: Readonly<Record<string, TextInputProps>> = {
  first_name: { autoComplete: "given-name" },
  last_name: { autoComplete: "family-name" },
  email: { autoComplete: "email", type: "email", inputMode: "email", spellCheck: false, autoCapitalize: "off" },
  email_confirm: { autoComplete: "email", type: "email", inputMode: "email", spellCheck: false, autoCapitalize: "off" },
};

const useMessage = () => {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  return (field: IdentityField, message: Problem["message"] | undefined): string | undefined => {
    if (message === undefined) return undefined;
    if (message === "required") return shared("form.required");
    if (message === "too_long") return t("identity.too_long", { count: field.maxLength });
    return t(`identity.${message}` as keyof typeof checkoutStrings);
  };
};

export type IdentityFieldsProps = {
  readonly fields: readonly IdentityField[];
  readonly answers: Answers;
  readonly problems: readonly Problem[];
  readonly onAnswer: (field: string, answer: string) => void;
};

/** Who buys. */
export function IdentityFields({ fields, answers, problems, onAnswer }: IdentityFieldsProps) {
  const t = useText(checkoutStrings);
  const messageOf = useMessage();
  return (
    <div className={css.fields}>
      {fields.map((field) => (
        <Field
          key={field.name}
          label={t(`identity.${field.name}` as keyof typeof checkoutStrings)}
          required={field.required}
          error={messageOf(field, problems.find((problem) => problem.field === field.name)?.message)}
          {...(field.name === "email" ? { hint: t("identity.email.hint") } : {})}
        >
          <TextInput
            {...wiring[field.name]}
            name={field.name}
            value={String(answers[field.name] ?? "")}
            onChange={(event) => onAnswer(field.name, event.target.value)}
          />
        </Field>
      ))}
    </div>
  );
}
