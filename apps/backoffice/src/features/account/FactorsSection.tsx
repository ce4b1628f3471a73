import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  removeAuthenticatorApp,
  removePasskey,
  renamePasskey,
  type PasskeyRow,
} from "@foyer/contract/office/staff/passkeys.ts";
import { makeRecoveryCodes } from "@foyer/contract/office/staff/staffAccount.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { count, formatAgo } from "../../shared/format/format.ts";
import { NameDialog } from "../../shared/dialog/NameDialog.tsx";
import { Section } from "../../shared/Page.tsx";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { createPasskey, hasPasskeys } from "../../shared/passkeys.ts";
import { meQuery, queryClient, signInsQuery } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import { RecoveryCodes, SecondFactorSetup } from "../signin/SecondFactorSetup.tsx";
import css from "./AccountScreen.module.css";

const refresh = (): void => {
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey });
};

/** Passkeys, the authenticator app and recovery codes. The last passkey or app can be replaced but not removed. */
export function FactorsSection() {
  const { data: me } = useQuery(meQuery);
  const [step, setStep] = useState<"setup" | readonly string[]>();
  const toast = useToast();
  const add = useAction(async () => {
    const codes = await createPasskey();
    refresh();
    if (codes.length > 0) setStep(codes);
    else toast({ text: "The passkey was added." });
  });
  if (!me) return null;
  const close = (): void => setStep(undefined);
  if (step === "setup")
    return (
      <Section
        title="Second factor"
        actions={
          <Button size="small" onClick={close}>
            Cancel
          </Button>
        }
      >
        <SecondFactorSetup
          onDone={() => {
            close();
            toast({ text: "The authenticator app is set up." });
          }}
        />
      </Section>
    );
  const { passkeys } = me.second_factor;
  return (
    <Section
      title="Second factor"
      lead="A passkey signs you in on its own. An authenticator app adds a code to your password."
      actions={
        hasPasskeys() && (
          <Button size="small" busy={add.isBusy} onClick={() => void add.run()}>
            Add a passkey
          </Button>
        )
      }
    >
      {add.failure && <Banner tone="error">{add.failure.message}</Banner>}
      {step !== undefined && <RecoveryCodes codes={step} onDone={close} />}
      <ul className={css.list}>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} />
        ))}
        <AppItem onSetUp={() => setStep("setup")} />
        <RecoveryItem onMade={setStep} />
      </ul>
    </Section>
  );
}

function PasskeyItem({ passkey: { id, name, used_at } }: { readonly passkey: PasskeyRow }) {
  const [isRenaming, setRenaming] = useState(false);
  const rename = useAction(async (next: string) => {
    await callOffice(renamePasskey, { passkey_id: id, name: next });
    refresh();
    setRenaming(false);
  });
  return (
    <li className={css.row}>
      <span>
        {name}
        <span className={css.quiet}> passkey, {used_at === null ? "never used" : `used ${formatAgo(used_at)}`}</span>
      </span>
      <span className={css.buttons}>
        <Button size="small" kind="text" onClick={() => setRenaming(true)} aria-label={`Rename the passkey ${name}`}>
          Rename
        </Button>
        <ConfirmedButton
          label="Remove"
          aria-label={`Remove the passkey ${name}`}
          title={`Remove the passkey “${name}”?`}
          verb="Remove the passkey"
          done={`The passkey “${name}” was removed.`}
          send={async () => {
            await callOffice(removePasskey, { passkey_id: id });
            refresh();
          }}
        >
          <p>You can no longer sign in with it. You get an email to confirm.</p>
        </ConfirmedButton>
      </span>
      {isRenaming && (
        <NameDialog title="Rename the passkey" name={name} action={rename} onClose={() => setRenaming(false)} />
      )}
    </li>
  );
}

function AppItem({ onSetUp }: { readonly onSetUp: () => void }) {
  const { data: me } = useQuery(meQuery);
  const { totp_since = null, passkeys = [] } = me?.second_factor ?? {};
  return (
    <li className={css.row}>
      <span>
        Authenticator app
        <span className={css.quiet}>{totp_since === null ? " not set up" : ` set up ${formatAgo(totp_since)}`}</span>
      </span>
      <span className={css.buttons}>
        {totp_since !== null && passkeys.length > 0 && (
          <ConfirmedButton
            label="Remove"
            aria-label="Remove the authenticator app"
            title="Remove the authenticator app?"
            verb="Remove the app"
            done="The authenticator app was removed."
            send={async () => {
              await callOffice(removeAuthenticatorApp, {});
              refresh();
            }}
          >
            <p>You can no longer sign in with its codes, only with your passkeys. You get an email to confirm.</p>
          </ConfirmedButton>
        )}
        <Button size="small" onClick={onSetUp}>
          {totp_since === null ? "Set up" : "Replace"}
        </Button>
      </span>
    </li>
  );
}

function RecoveryItem({ onMade }: { readonly onMade: (codes: readonly string[]) => void }) {
  const { data: me } = useQuery(meQuery);
  const { totp_since = null, passkeys = [], recovery_codes_left = 0 } = me?.second_factor ?? {};
  if (totp_since === null && passkeys.length === 0) return null;
  return (
    <li className={css.row}>
      <span>
        Recovery codes<span className={css.quiet}> {recovery_codes_left} of 10 left</span>
      </span>
      <ConfirmedButton
        label="Create new codes"
        title="Create new recovery codes?"
        verb="Create 10 new codes"
        done="The new recovery codes are ready."
        send={async () => {
          const made = await callOffice(makeRecoveryCodes, {});
          refresh();
          onMade(made.recovery_codes);
        }}
      >
        <p>
          {recovery_codes_left === 0
            ? "They are shown only once. Write them down or print them."
            : `Your ${count(recovery_codes_left, "remaining code")} will stop working. The new ones are shown only once. Write them down or print them.`}
        </p>
      </ConfirmedButton>
    </li>
  );
}
