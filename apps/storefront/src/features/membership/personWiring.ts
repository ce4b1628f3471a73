import type { Attendee } from "@foyer/rules/attendees.ts";
import type { TextInputProps } from "@foyer/ui/TextInput.tsx";

const wiring = {
  first: { autoComplete: "given-name" },
  last: { autoComplete: "family-name" },
  email: { autoComplete: "email", type: "email", inputMode: "email", spellCheck: false, autoCapitalize: "off" },
} satisfies Record<keyof Attendee, TextInputProps>;

/** Everyone's own section: a browser fills in one person, not the same one everywhere. */
export const personWiring = (field: keyof Attendee, person: string): TextInputProps => ({
  ...wiring[field],
  autoComplete: `section-${person.replace(/[^\w]/g, "-")} ${wiring[field].autoComplete}`,
});
