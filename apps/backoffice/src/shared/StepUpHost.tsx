import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { stepUp } from "@foyer/contract/office/staffAccount.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice, onStepUp } from "./call.ts";
import { Dialog, DialogActions } from "./Dialog.tsx";
import { ActionForm, useAction } from "./Form.tsx";
import { meQuery, queryClient } from "./queries.ts";

/** Asks for the second factor when a call needs it, and lets the call go on. */
export function StepUpHost() {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isProved: boolean) => void>(undefined);
  const { data: me } = useQuery({ ...meQuery, enabled: isOpen });
  const hasFactor = me?.second_factor.totp_since != null;

  useEffect(() => {
    onStepUp(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setOpen(true);
        }),
    );
  }, []);
  const close = (isProved: boolean): void => {
    setOpen(false);
    answer.current?.(isProved);
  };
  const { run, isBusy, failure, errorOf } = useAction(async (secret: string) => {
    await callOffice(stepUp, hasFactor ? { code: secret } : { password: secret });
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    close(true);
  });
  if (!isOpen) return null;
  const name = hasFactor ? "code" : "password";
  return (
    <Dialog title="Confirm your identity" onClose={() => close(false)}>
      <p>
        {hasFactor
          ? "Enter a code from your authenticator app, or a recovery code. You will not be asked again for ten minutes."
          : "Enter your password. You will not be asked again for ten minutes."}
      </p>
      <ActionForm
        label="Confirm your identity"
        failure={failure}
        fields={[name]}
        onSubmit={({ secret = "" }) => run(secret)}
      >
        <Field label={hasFactor ? "Code" : "Password"} error={errorOf(name)} required>
          <TextInput
            name="secret"
            type={hasFactor ? "text" : "password"}
            inputMode={hasFactor ? "numeric" : undefined}
            autoComplete={hasFactor ? "one-time-code" : "current-password"}
          />
        </Field>
        <DialogActions>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Confirm
          </Button>
        </DialogActions>
      </ActionForm>
    </Dialog>
  );
}
