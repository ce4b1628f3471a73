import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { focusFirstError } from "../../../shared/form/problems/focusFirstError.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { paths } from "../../../shared/url/paths.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";
import { findFieldProblems, type FieldProblems, type LoginContext, type TypedCredentials } from "./credentials.ts";
import { LoginField } from "./LoginField.tsx";
import type { LoginFieldName } from "../loginMethod.ts";

/** A button of the form. Enter activates the first one. */
export type LoginAction = {
  readonly label: string;
  /** Fields that have to be valid first. */
  readonly requires: readonly LoginFieldName[];
  readonly run: (typed: TypedCredentials) => void;
};

export type CredentialsStepProps = {
  readonly fields: readonly LoginFieldName[];
  readonly actions: readonly LoginAction[];
  readonly at: LoginContext;
  readonly typed: TypedCredentials;
  readonly onType: (typed: TypedCredentials) => void;
  readonly isBusy: boolean;
  /** The server's refusal. */
  readonly problem: string | undefined;
  readonly isEmailRefused: boolean;
};

/** The first form of a login: the e-mail address, or all fields that the login needs. */
export function CredentialsStep({
  fields,
  actions,
  at,
  typed,
  onType,
  isBusy,
  problem,
  isEmailRefused,
}: CredentialsStepProps) {
  const t = useText(loginStrings);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldProblems>({});
  const focusError = useFocusFirstError(() => form.current);
  useEffect(() => {
    if (isEmailRefused) focusFirstError(form.current);
  }, [isEmailRefused]);

  const perform = ({ requires, run }: LoginAction): void => {
    if (isBusy) return;
    const found = findFieldProblems(requires, typed, at);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusError();
    run(typed);
  };
  const [first, ...others] = actions;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The event bubbles through React's tree, in which another form may surround this one.
    event.stopPropagation();
    if (first) perform(first);
  };
  const changeField = (name: LoginFieldName, value: string): void => {
    setProblems((before) => ({ ...before, [name]: undefined }));
    onType({ ...typed, [name]: value });
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      {problem && <Banner tone="error">{problem}</Banner>}
      <div className={css.fields}>
        {fields.map((name) => (
          <LoginField
            key={name}
            name={name}
            at={at}
            value={typed[name] ?? ""}
            problem={problems[name] ?? (name === "email" && isEmailRefused ? "not_email" : undefined)}
            onChange={(value) => changeField(name, value)}
          />
        ))}
      </div>
      <div className={css.actions}>
        {first && (
          <Button type="submit" kind="primary" wide busy={isBusy}>
            {first.label}
          </Button>
        )}
        {others.map((action) => (
          <Button key={action.label} wide onClick={() => perform(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      {(fields.includes("password") || fields.includes("scan_code")) && (
        <p className={css.links}>
          {fields.includes("password") && <Link href={paths.forgotPassword()}>{t("login.forgot_password")}</Link>}
          {fields.includes("scan_code") && <Link href={paths.forgotMembership()}>{t("login.forgot_membership")}</Link>}
        </p>
      )}
    </form>
  );
}
