import { useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { beginSecondFactor, confirmSecondFactor } from "@foyer/contract/office/staff/staffAccount.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { PasskeyButton } from "../../shared/dialog/PasskeyButton.tsx";
import { callOffice } from "../../shared/call.ts";
import { CopyButton } from "../../shared/dialog/CopyButton.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { createPasskey, hasPasskeys } from "../../shared/passkeys.ts";
import { QrCode } from "../../shared/QrCode.tsx";
import { CardPage } from "../../shared/Page.tsx";
import { meQuery, queryClient } from "../../shared/queries.ts";
import { Or } from "./Or.tsx";
import css from "./SecondFactorSetup.module.css";

/** Sets up an authenticator app: a QR code to scan, a code to confirm and, the first time, recovery codes. */
export function SecondFactorSetup({ onDone }: { readonly onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useQuery({
    queryKey: ["second-factor-secret"],
    queryFn: () => callOffice(beginSecondFactor, {}),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { run, isBusy, failure, errorOf } = useAction(async (code: string) => {
    const { recovery_codes } = await callOffice(confirmSecondFactor, { code });
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    if (recovery_codes.length === 0) onDone();
    else setCodes(recovery_codes);
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const { data } = query;
  if (query.error) return <LoadState query={query} />;
  if (!data) return <p>One moment…</p>;
  return (
    <div className={css.setup}>
      <p>Scan this with an authenticator app, such as the one on your phone or in your password manager.</p>
      <QrCode text={data.uri} label="QR code of the secret" />
      <details>
        <summary>Type the secret instead</summary>
        <code className={css.secret}>{data.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </details>
      <ActionForm label="Confirm the app" failure={failure} fields={["code"]} onSubmit={({ code = "" }) => run(code)}>
        <Field label="Code from the app" error={errorOf("code")} required>
          <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" />
        </Field>
        <Button kind="primary" type="submit" busy={isBusy}>
          Confirm
        </Button>
      </ActionForm>
    </div>
  );
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  return (
    <div className={css.setup}>
      <p>
        Keep these recovery codes where you will find them without your phone. Each works once. They are not shown
        again.
      </p>
      <ol className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={css.row}>
        <CopyButton text={codes.join("\n")}>Copy</CopyButton>
        <Button kind="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}

/** Shown after an invitation, and in production to an account without a second factor. */
export function SecondFactorScreen() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const leave = (): void => void navigate({ to: "/" });
  const isOptional = me?.second_factor.is_required === false;
  const [codes, setCodes] = useState<readonly string[]>();
  const passkey = useAction(async () => {
    const given = await createPasskey();
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    if (given.length === 0) leave();
    else setCodes(given);
  });
  if (codes)
    return (
      <CardPage title="Your passkey is set up" lead="Sign in with it next time, without a password.">
        <RecoveryCodes codes={codes} onDone={leave} />
      </CardPage>
    );
  const later: ReactNode = isOptional && (
    <Button kind="text" onClick={leave}>
      Later
    </Button>
  );
  return (
    <CardPage title="Set up a second factor" lead="It protects your account even if somebody learns your password.">
      {hasPasskeys() && (
        <div className={css.setup}>
          <p>A passkey signs you in with your fingerprint, face or the code of this device.</p>
          <PasskeyButton action={passkey}>Create a passkey</PasskeyButton>
          <Or />
        </div>
      )}
      <SecondFactorSetup onDone={leave} />
      {later}
    </CardPage>
  );
}
