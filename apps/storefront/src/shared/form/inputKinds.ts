import type { TextInputProps } from "@foyer/ui/form/TextInput.tsx";

/** Which keyboard and which help a device offers for an e-mail address. */
export const emailInput = {
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  spellCheck: false,
  autoCapitalize: "off",
} as const satisfies TextInputProps;

/** For a code or a number on a card: nothing is completed or corrected. */
export const codeInput = {
  autoComplete: "off",
  autoCapitalize: "off",
  autoCorrect: "off",
  spellCheck: false,
} as const satisfies TextInputProps;
