import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import type { TextInputProps } from "@foyer/ui/form/TextInput.tsx";

const inputProps = {
  first: { autoComplete: "given-name" },
  last: { autoComplete: "family-name" },
  email: { autoComplete: "email", type: "email", inputMode: "email", spellCheck: false, autoCapitalize: "off" },
} satisfies Record<keyof Attendee, TextInputProps>;

/** A section for each person, so that autofill does not repeat one person everywhere. */
export const personInputProps = (field: keyof Attendee, person: string): TextInputProps => ({
  ...inputProps[field],
  autoComplete: `section-${person.replace(/[^\w]/g, "-")} ${inputProps[field].autoComplete}`,
});
