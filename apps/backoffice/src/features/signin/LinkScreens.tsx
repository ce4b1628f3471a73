import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  acceptInvitation,
  chooseNewPassword,
  joinSeller,
  openInvitation,
  staffPasswordLengths,
} from "@foyer/contract/office/staff/signIn.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { roleNames } from "../../shared/format/format.ts";
import { CardPage } from "../../shared/Page.tsx";
import { meQuery, queryClient } from "../../shared/queries.ts";
import { linkToken } from "./linkToken.ts";

const passwordHint = `At least ${staffPasswordLengths.min} characters. A few random words are easy to remember.`;

/** An invitation: creates an account, or adds the role to the signed-in one. */
export function InvitationScreen() {
  const [token] = useState(linkToken);
  const { data, error, isPending } = useQuery({
    queryKey: ["invitation"],
    queryFn: () => callOffice(openInvitation, { token }),
    retry: false,
    staleTime: Infinity,
  });
  if (isPending)
    return (
      <CardPage title="Invitation">
        <p>One moment…</p>
      </CardPage>
    );
  if (!data)
    return (
      <CardPage title="Invitation">
        <Banner tone="error">{error?.message ?? "This link no longer works."}</Banner>
        <Link to="/sign-in" {...buttonAttributes()}>
          Sign in
        </Link>
      </CardPage>
    );
  const { email, seller, roles, has_account } = data;
  const where = seller?.name ?? "the back office";
  const what = seller ? roles.map((role) => roleNames[role]).join(", ") : "Operator";
  return (
    <CardPage title={`Join ${where}`} lead={`${what} · ${email}`}>
      {has_account ? <JoinWithAccount token={token} email={email} /> : <NewAccount token={token} email={email} />}
    </CardPage>
  );
}

function NewAccount({ token, email }: { readonly token: string; readonly email: string }) {
  const navigate = useNavigate();
  const { run, isBusy, failure, errorOf } = useAction(async (name: string, password: string) => {
    await callOffice(acceptInvitation, { token, name, password });
    queryClient.clear();
    await navigate({ to: "/second-factor" });
  });
  return (
    <ActionForm
      label="Create an account"
      failure={failure}
      fields={["name", "password"]}
      onSubmit={({ name = "", password = "" }) => run(name, password)}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Your name" error={errorOf("name", "Enter your name.")} required>
        <TextInput name="name" autoComplete="name" />
      </Field>
      <Field label="Password" hint={passwordHint} error={errorOf("password")} required>
        <TextInput name="password" type="password" autoComplete="new-password" />
      </Field>
      <Button kind="primary" type="submit" wide busy={isBusy}>
        Continue
      </Button>
    </ActionForm>
  );
}

function JoinWithAccount({ token, email }: { readonly token: string; readonly email: string }) {
  const navigate = useNavigate();
  const { data: me } = useQuery({ ...meQuery, retry: false });
  const { run, isBusy, failure } = useAction(async () => {
    await callOffice(joinSeller, { token });
    queryClient.clear();
    await navigate({ to: "/" });
  });
  if (me?.email !== email)
    return (
      <>
        <p>This address has a staff account. Sign in with it to accept. You return here afterwards.</p>
        <Link to="/sign-in" search={{ next: "/_office/invitation" }} {...buttonAttributes({ kind: "primary" })}>
          Sign in as {email}
        </Link>
      </>
    );
  return (
    <>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <Button kind="primary" wide busy={isBusy} onClick={() => void run()}>
        Accept as {me.name}
      </Button>
    </>
  );
}

/** The page behind the link of "Forgot your password?". */
export function NewPasswordScreen() {
  const [token] = useState(linkToken);
  const [isDone, setDone] = useState(false);
  const { run, isBusy, failure, errorOf } = useAction(async (password: string) => {
    await callOffice(chooseNewPassword, { token, password });
    queryClient.clear();
    setDone(true);
  });
  return (
    <CardPage title="Choose a new password">
      {isDone ? (
        <>
          <Banner tone="success">Your password was changed. You are signed out everywhere.</Banner>
          <Link to="/sign-in" {...buttonAttributes({ kind: "primary" })}>
            Sign in
          </Link>
        </>
      ) : (
        <ActionForm
          label="Choose a new password"
          failure={failure}
          fields={["password"]}
          onSubmit={({ password = "" }) => run(password)}
        >
          <Field label="New password" hint={passwordHint} error={errorOf("password")} required>
            <TextInput name="password" type="password" autoComplete="new-password" />
          </Field>
          <Button kind="primary" type="submit" wide busy={isBusy}>
            Save
          </Button>
        </ActionForm>
      )}
    </CardPage>
  );
}
