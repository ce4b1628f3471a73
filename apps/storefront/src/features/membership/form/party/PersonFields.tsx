import type { ReactNode } from "react";
import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import type { PartyFormMember } from "@foyer/rules/membership/party/partyForm.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useMembershipText } from "../../useMembershipText.ts";
import css from "./PartyFields.module.css";
import { personInputProps } from "./personInputProps.ts";

type PersonField = keyof Attendee;
const personFields = ["first", "last", "email"] as const satisfies readonly PersonField[];

export type PersonFieldsProps = {
  /** Distinguishes the person's inputs from those of others. */
  readonly id: string;
  /** Names the person for screen readers; absent if the form has only one. */
  readonly name?: string;
  readonly requirements: PartyFormMember["fields"];
  readonly person: Attendee;
  readonly errorOf: (field: PersonField) => string | undefined;
  readonly onChange: (field: PersonField, text: string) => void;
  readonly hintOf?: (field: PersonField) => ReactNode;
};

/** First name, last name and e-mail address of a person, as far as they are asked for. */
export function PersonFields({ id, name, requirements, person, errorOf, onChange, hintOf }: PersonFieldsProps) {
  const t = useMembershipText();
  // An optional name needs both parts if one is entered.
  const hasName = (person.first + person.last).trim() !== "";
  const names = requirements.names === "optional" && hasName ? "required" : requirements.names;
  const requirementOf = (field: PersonField) => (field === "email" ? requirements.emails : names);
  return personFields
    .filter((field) => requirementOf(field) !== "hidden")
    .map((field) => (
      <div key={field} className={css[field]}>
        <Field
          label={
            name === undefined ? (
              t(`membership.${field}`)
            ) : (
              <>
                <VisuallyHidden>{t("membership.of", { member: name })}</VisuallyHidden>
                {t(`membership.${field}`)}
              </>
            )
          }
          required={requirementOf(field) === "required"}
          optional={requirementOf(field) === "optional" && t("membership.optional")}
          error={errorOf(field)}
          hint={hintOf?.(field)}
        >
          <TextInput
            {...personInputProps(field, id)}
            value={person[field]}
            onChange={(event) => onChange(field, event.target.value)}
          />
        </Field>
      </div>
    ));
}
