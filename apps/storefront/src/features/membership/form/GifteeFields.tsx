import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import css from "./PartyFields.module.css";
import { personInputProps } from "./personInputProps.ts";
import type { GifteeForm } from "./useGiftee.ts";
import { useMembershipText } from "../useMembershipText.ts";

/** The recipient of a gift membership. */
export function GifteeFields({ giftee }: { readonly giftee: GifteeForm }) {
  const t = useMembershipText();
  return (
    <div className={css.person}>
      {(["first", "last", "email"] as const satisfies readonly (keyof Attendee)[]).map((field) => (
        <div key={field} className={css[field]}>
          <Field
            label={t(`membership.${field}`)}
            required
            error={giftee.errorOf(field)}
            hint={field === "email" ? t("membership.giftee.hint") : undefined}
          >
            <TextInput
              {...personInputProps(field, "giftee")}
              value={giftee.typed[field]}
              onChange={(event) => giftee.setField(field, event.target.value)}
            />
          </Field>
        </div>
      ))}
    </div>
  );
}
