import { useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { changePassword, endOtherSignIns, endSignIn } from "@foyer/contract/office/staff/staffAccount.ts";
import { staffPasswordLengths } from "@foyer/contract/office/staff/signIn.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { AskBeforeLeaving } from "../../shared/dialog/Dialog.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { formatAgo, roleNames } from "../../shared/format/format.ts";
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
  const { data } = useQuery(signInsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey });
  const end = useAction(async (sign_in_id: string) => {
    await callOffice(endSignIn, { sign_in_id });
    await refresh();
  });
  const endOthers = useAction(async () => {
    await callOffice(endOtherSignIns, {});
    await refresh();
  });
  const rows = data?._data ?? [];
  return (
    <Section
      title="Where you are signed in"
      actions={
        rows.length > 1 && (
          <Button size="small" busy={endOthers.isBusy} onClick={() => void endOthers.run()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {end.failure && <Banner tone="error">{end.failure.message}</Banner>}
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
              <Button size="small" onClick={() => void end.run(id)} aria-label={`Sign out of ${browser}`}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
