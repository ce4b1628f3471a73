import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/form/TextInput.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { loginStrings } from "./login.strings.ts";

/** A password field with a button that shows the typed text. */
export function PasswordInput(props: TextInputProps) {
  const t = useText(loginStrings);
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? "text" : "password"}
      after={
        <Button
          kind="text"
          size="small"
          aria-label={t(isShown ? "login.password.hide" : "login.password.show")}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? "login.hide" : "login.show")}
        </Button>
      }
    />
  );
}
