import { useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { changePassword, endOtherSignIns, endSignIn } from "@foyer/contract/office/staff/staffAccount.ts";
import { staffPasswordLengths } from "@foyer/contract/office/staff/signIn.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { AskBeforeLeaving } from "../../shared/dialog/Dialog.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { count, formatAgo, roleNames } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { meQuery, queryClient, signInsQuery } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import { FactorsSection } from "./FactorsSection.tsx";
import { countryName } from "./countryName.ts";
import { GateCodesSection } from "./GateCodesSection.tsx";
import css from "./AccountScreen.module.css";

/** The reader's own account: name and address, password, second factor, sign-ins. */
export function AccountScreen() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <OfficePage title="Your account" lead={`${me.name} · ${me.email}`}>
      <Section title="Roles">
        {me.sellers.length === 0 && <p className={css.quiet}>You have no role at a seller yet.</p>}
        <ul className={css.list}>
          {me.sellers.map(({ slug, name, roles }) => (
            <li key={slug} className={css.row}>
              <span>{name}</span>
              <span className={css.quiet}>{roles.map((role) => roleNames[role]).join(", ")}</span>
            </li>
          ))}
        </ul>
      </Section>
      <FactorsSection />
      <GateCodesSection sellers={me.sellers} />
      <PasswordSection />
      <SignInsSection />
    </OfficePage>
  );
}

function PasswordSection() {
  const toast = useToast();
  const [nth, setNth] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const { run, isBusy, failure, errorOf } = useAction(async (current: string, password: string) => {
    await callOffice(changePassword, { current, password });
    setNth((n) => n + 1);
    toast({ text: "Your password was changed. You have been signed out everywhere else." });
    void queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey });
  });
  return (
    <Section title="Password" lead="Changing it signs you out everywhere else.">
      <AskBeforeLeaving of={form} />
      <div ref={form}>
        <ActionForm
          key={nth}
          label="Change the password"
          failure={failure}
          fields={["current", "password"]}
          onSubmit={({ current = "", password = "" }) => run(current, password)}
        >
          <Field label="Current password" error={errorOf("current")}>
            <TextInput name="current" type="password" autoComplete="current-password" />
          </Field>
          <Field
            label="New password"
            hint={`At least ${staffPasswordLengths.min} characters.`}
            error={errorOf("password")}
          >
            <TextInput name="password" type="password" autoComplete="new-password" />
          </Field>
          <Button type="submit" busy={isBusy}>
            Change the password
          </Button>
        </ActionForm>
      </div>
    </Section>
  );
}

function SignInsSection() {
  const query = useQuery(signInsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey });
  const rows = query.data?._data ?? [];
  const others = rows.length - 1;
  return (
    <Section
      title="Where you are signed in"
      actions={
        rows.length > 1 && (
          <ConfirmedButton
            label="Sign out everywhere else"
            title="Sign out everywhere else?"
            verb={`Sign out of ${count(others, "other browser")}`}
            done="You are signed out everywhere else."
            isDestructive={false}
            send={async () => {
              await callOffice(endOtherSignIns, {});
              await refresh();
            }}
          >
            <p>
              {count(others, "browser is", "browsers are")} signed out at the next click. What is typed there and not
              saved is lost. This browser stays signed in.
            </p>
          </ConfirmedButton>
        )
      }
    >
      <LoadState query={query} skeleton="text" count={2} />
      <ul className={css.list}>
        {rows.map(({ id, browser, country, seen_at, is_this_one }) => (
          <li key={id} className={css.row}>
            <span>
              {browser}
              <span className={css.quiet}>
                {" "}
                {countryName(country)} · {is_this_one ? "this browser" : formatAgo(seen_at)}
              </span>
            </span>
            {!is_this_one && (
              <ConfirmedButton
                label="Sign out"
                aria-label={`Sign out of ${browser}`}
                title={`Sign out of ${browser}?`}
                verb="Sign out of 1 browser"
                done={`Signed out of ${browser}.`}
                isDestructive={false}
                send={async () => {
                  await callOffice(endSignIn, { sign_in_id: id });
                  await refresh();
                }}
              >
                <p>It is signed out at the next click. What is typed there and not saved is lost.</p>
              </ConfirmedButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
