import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { signIn } from "@foyer/contract/office/staff/signIn.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../shared/call.ts";
import { Dialog, DialogActions } from "../shared/dialog/Dialog.tsx";
import { PasskeyButton } from "../shared/dialog/PasskeyButton.tsx";
import { ActionForm, useAction } from "../shared/Form.tsx";
import { enterWithPasskey, hasPasskeys } from "../shared/passkeys.ts";
import { signInOptionsQuery, type Me } from "../shared/queries.ts";
import { useSignInEnd } from "./useSignInEnd.ts";

/** Covers the screen once the sign-in has ended. After signing in again, the user goes on where they were. */
export function SignInAgain({ me }: { readonly me: Me }) {
  const { hasEnded, goOn } = useSignInEnd(me);
  // A browser closes a dialog after the second Escape, so this one is opened again.
  const [opened, setOpened] = useState(0);
  if (!hasEnded) return null;
  return (
    <Dialog
      key={opened}
      title="Your sign-in has ended"
      onClose={() => setOpened((before) => before + 1)}
      asks={false}
      hidesPage
    >
      <p>Sign in again to continue where you were. What you typed is still there.</p>
      <SignInForm me={me} onSignedIn={goOn} />
    </Dialog>
  );
}

type FormProps = { readonly me: Me; readonly onSignedIn: () => Promise<void> };

function SignInForm({ me: { email, name, second_factor }, onSignedIn }: FormProps) {
  // A second factor may have been set up elsewhere since the page was loaded.
  const [asked, setAsked] = useState<"code_needed" | "passkey_needed">();
  const hasApp = second_factor.totp_since !== null || asked === "code_needed";
  const hasPasskey = second_factor.passkeys.length > 0 && hasPasskeys();
  const needsCode = hasApp || second_factor.passkeys.length > 0 || asked !== undefined;
  const { run, isBusy, failure, errorOf, reset } = useAction(async (password: string, code?: string) => {
    const { state } = await callOffice(signIn, { email, password, ...(code !== undefined && { code }) });
    if (state !== "signed_in") return setAsked(state);
    await onSignedIn();
  });
  const passkey = useAction(async () => {
    await enterWithPasskey();
    await onSignedIn();
  });
  return (
    <>
      {hasPasskey && (
        <PasskeyButton action={passkey} onPress={reset}>
          Sign in with a passkey
        </PasskeyButton>
      )}
      <ActionForm
        label="Sign in again"
        failure={failure}
        fields={[]}
        onSubmit={({ password = "", code }) => run(password, code)}
      >
        <Field label={`Password of ${name}`} hint={email} error={errorOf("password")} required>
          <TextInput name="password" type="password" autoComplete="current-password" />
        </Field>
        {needsCode && (
          <Field
            label={hasApp ? "Code" : "Recovery code"}
            hint={hasApp ? "Six digits from your authenticator app, or a recovery code." : undefined}
            required
          >
            <TextInput
              name="code"
              inputMode={hasApp ? "numeric" : undefined}
              autoComplete={hasApp ? "one-time-code" : "off"}
            />
          </Field>
        )}
        <DialogActions>
          <Button onClick={() => globalThis.location.assign("/_office/sign-in")}>Another account</Button>
          <Button kind={hasPasskey ? "quiet" : "primary"} type="submit" busy={isBusy}>
            Sign in
          </Button>
        </DialogActions>
      </ActionForm>
      <DemoAccount email={email} onChoose={(password) => void run(password)} />
    </>
  );
}

/** Signs in to a demo account by one press, outside production. */
function DemoAccount({ email, onChoose }: { readonly email: string; readonly onChoose: (password: string) => void }) {
  const { data } = useQuery(signInOptionsQuery);
  const account = data?.demo.find((one) => one.email === email);
  return account ? (
    <Button kind="text" onClick={() => onChoose(account.password)}>
      Use the demo account&rsquo;s password
    </Button>
  ) : null;
}
