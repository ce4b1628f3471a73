import type { ReactNode } from "react";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { codeInput } from "../../../shared/form/inputKinds.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { codeStrings } from "./code.strings.ts";
import css from "./Codes.module.css";
import type { CodeEntry } from "./useCodeEntry.ts";

export type CodeFieldProps = {
  readonly entry: CodeEntry;
  readonly label?: string;
  /** The button at the end of the field. */
  readonly action?: ReactNode;
};

/** A field for a code, which can also be a ZIP or postcode. */
export function CodeField({ entry, label, action }: CodeFieldProps) {
  const t = useText(codeStrings);
  const { input, typed, problem, type } = entry;
  return (
    <Field label={label ?? t("code.label")} error={problem && <span role="alert">{problem}</span>} required>
      <span className={css.field}>
        <TextInput
          ref={input}
          name="promo_code"
          value={typed}
          {...codeInput}
          onChange={(event) => type(event.target.value)}
        />
        {action}
      </span>
    </Field>
  );
}
