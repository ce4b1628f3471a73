import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { forgotStaffPassword, signIn } from "@foyer/contract/office/staff/signIn.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { enterWithPasskey, hasPasskeys } from "../../shared/passkeys.ts";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { roleNames } from "../../shared/format/format.ts";
import { CardPage } from "../../shared/Page.tsx";
import { queryClient, signInOptionsQuery } from "../../shared/queries.ts";
import { Or } from "./Or.tsx";
import css from "./SignInScreen.module.css";

/** Signs in with a passkey, or with a password and, if the account has a second factor, a code. */
export function SignInScreen() {
  const { next } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const [given, setGiven] = useState<{ email: string; password: string; hasApp: boolean }>();
  const goOn = async (): Promise<void> => {
    queryClient.clear();
    await navigate({ href: next?.startsWith("/_office/") === true ? next.slice("/_office".length) : "/" });
  };
  const { run, isBusy, failure, errorOf, reset } = useAction(async (email: string, password: string, code?: string) => {
    const { state } = await callOffice(signIn, { email, password, ...(code !== undefined && { code }) });
    if (state !== "signed_in") return setGiven({ email, password, hasApp: state === "code_needed" });
    await goOn();
  });
  const passkey = useAction(async () => {
    await enterWithPasskey();
    await goOn();
  });
  const enter = (): void => {
    reset();
    void passkey.run();
  };
  if (given)
    return (
      <CardPage title="Second factor" lead={`Signing in as ${given.email}`}>
        {!given.hasApp && <PasskeyButton kind="primary" passkey={passkey} onPress={enter} />}
        <ActionForm
          label="Second factor"
          failure={failure}
          fields={["code"]}
          onSubmit={({ code = "" }) => run(given.email, given.password, code)}
        >
          <Field
            label={given.hasApp ? "Code" : "Recovery code"}
            hint={
              given.hasApp
                ? "Six digits from your authenticator app, or a recovery code."
                : "If you have none of your passkeys at hand."
            }
            error={errorOf("code")}
          >
            <TextInput
              name="code"
              inputMode={given.hasApp ? "numeric" : undefined}
              autoComplete={given.hasApp ? "one-time-code" : "off"}
            />
          </Field>
          <Button kind={given.hasApp ? "primary" : "quiet"} type="submit" wide busy={isBusy}>
            {given.hasApp ? "Sign in" : "Sign in with the code"}
          </Button>
          <Button
            kind="text"
            onClick={() => {
              reset();
              setGiven(undefined);
            }}
          >
            Use another account
          </Button>
        </ActionForm>
      </CardPage>
    );
  return (
    <CardPage title="Sign in">
      <ActionForm
        label="Sign in"
        failure={failure}
        fields={["email"]}
        onSubmit={({ email = "", password = "" }) => run(email, password)}
      >
        <Field label="Email address" error={errorOf("email", "Enter an email address.")}>
          <TextInput name="email" type="email" autoComplete="username" />
        </Field>
        <Field label="Password">
          <TextInput name="password" type="password" autoComplete="current-password" />
        </Field>
        <Button kind="primary" type="submit" wide busy={isBusy}>
          Sign in
        </Button>
        <Link to="/forgot-password" className={css.link}>
          Forgot your password?
        </Link>
      </ActionForm>
      {hasPasskeys() && <Or />}
      <PasskeyButton kind="quiet" passkey={passkey} onPress={enter} />
      <DemoAccounts onChoose={(email, password) => void run(email, password)} />
    </CardPage>
  );
}

type PasskeyButtonProps = {
  readonly kind: "primary" | "quiet";
  readonly passkey: ReturnType<typeof useAction<readonly []>>;
  readonly onPress: () => void;
};

/** Signs in without a password, if the browser supports passkeys. */
function PasskeyButton({ kind, passkey, onPress }: PasskeyButtonProps) {
  if (!hasPasskeys()) return null;
  return (
    <>
      {passkey.failure && <Banner tone="error">{passkey.failure.message}</Banner>}
      <Button kind={kind} wide busy={passkey.isBusy} onClick={onPress}>
        Sign in with a passkey
      </Button>
    </>
  );
}

/** A button for each account of the demo, outside production. */
function DemoAccounts({ onChoose }: { readonly onChoose: (email: string, password: string) => void }) {
  const { data } = useQuery(signInOptionsQuery);
  if (!data || data.demo.length === 0) return null;
  return (
    <section className={css.demo} aria-label="Demo accounts">
      <h2 className={css.demoTitle}>Demo accounts</h2>
      {[...Map.groupBy(data.demo, ({ slug }) => slug)].map(([slug, accounts]) => (
        <div key={slug} className={css.demoSeller}>
          <h3 className={css.demoName}>{accounts[0]?.seller}</h3>
          <ul className={css.demoRoles}>
            {accounts.map(({ email, password, role, seller }) => (
              <li key={email}>
                <button
                  type="button"
                  className={css.demoButton}
                  onClick={() => onChoose(email, password)}
                  aria-label={`${roleNames[role]} at ${seller}`}
                >
                  {roleNames[role]}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Requests a link. The reply does not reveal whether there is an account. */
export function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string>();
  const { run, isBusy, failure, errorOf } = useAction(async (email: string) => {
    await callOffice(forgotStaffPassword, { email });
    setSentTo(email);
  });
  return (
    <CardPage title="Choose a new password" lead="We send you a link that works once, for 30 minutes.">
      {sentTo !== undefined ? (
        <Banner tone="success">If {sentTo} has an account, an email is on its way.</Banner>
      ) : (
        <ActionForm
          label="Choose a new password"
          failure={failure}
          fields={["email"]}
          onSubmit={({ email = "" }) => run(email)}
        >
          <Field label="Email address" error={errorOf("email", "Enter an email address.")}>
            <TextInput name="email" type="email" autoComplete="username" />
          </Field>
          <Button kind="primary" type="submit" wide busy={isBusy}>
            Send the link
          </Button>
        </ActionForm>
      )}
      <Link to="/sign-in" className={css.link}>
        Back to signing in
      </Link>
    </CardPage>
  );
}
