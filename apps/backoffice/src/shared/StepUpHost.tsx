import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { stepUp } from "@foyer/contract/office/staff/staffAccount.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice, onStepUp } from "./call.ts";
import { hasPasskeys, stepUpWithPasskey } from "./passkeys.ts";
import { Dialog } from "./dialog/Dialog.tsx";
import { PasskeyButton } from "./dialog/PasskeyButton.tsx";
import { SubmitActions } from "./dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "./Form.tsx";
import { meQuery, queryClient } from "./queries.ts";

/** Asks for the second factor when a call needs it, and then lets the call continue. */
export function StepUpHost() {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isProved: boolean) => void>(undefined);
  const { data: me } = useQuery({ ...meQuery, enabled: isOpen });
  const { totp_since = null, passkeys = [] } = me?.second_factor ?? {};
  const hasPasskey = passkeys.length > 0 && hasPasskeys();
  const hasFactor = totp_since !== null || passkeys.length > 0;

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
  const proved = (): void => {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    close(true);
  };
  const { run, isBusy, failure, errorOf, reset } = useAction(async (secret: string) => {
    await callOffice(stepUp, hasFactor ? { code: secret } : { password: secret });
    proved();
  });
  const passkey = useAction(async () => {
    await stepUpWithPasskey();
    proved();
  });
  if (!isOpen) return null;
  const name = hasFactor ? "code" : "password";
  return (
    <Dialog title="Confirm your identity" onClose={() => close(false)} asks={false}>
      <p>
        {hasPasskey
          ? "Use a passkey, or enter a code. You will not be asked again for ten minutes."
          : hasFactor
            ? "Enter a code from your authenticator app, or a recovery code. You will not be asked again for ten minutes."
            : "Enter your password. You will not be asked again for ten minutes."}
      </p>
      {hasPasskey && (
        <PasskeyButton action={passkey} onPress={reset}>
          Use a passkey
        </PasskeyButton>
      )}
      <ActionForm
        label="Confirm your identity"
        failure={failure}
        fields={[name]}
        onSubmit={({ secret = "" }) => run(secret)}
      >
        <Field
          label={hasFactor ? (totp_since === null ? "Recovery code" : "Code") : "Password"}
          error={errorOf(name)}
          required
        >
          <TextInput
            name="secret"
            type={hasFactor ? "text" : "password"}
            inputMode={totp_since === null ? undefined : "numeric"}
            autoComplete={hasFactor ? "one-time-code" : "current-password"}
          />
        </Field>
        <SubmitActions onCancel={() => close(false)} kind={hasPasskey ? "quiet" : "primary"} busy={isBusy}>
          Confirm
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
