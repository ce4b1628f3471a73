import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import { paths } from "../../shared/paths.ts";
import { useText } from "../../shared/seller.tsx";
import css from "./Login.module.css";
import { loginStrings } from "./login.strings.ts";
import { problemsOf, type FieldProblems, type LoginPlace, type Typed } from "./loginForm.ts";
import { LoginField } from "./LoginField.tsx";
import type { FieldName } from "./loginMethod.ts";

/** What can be done with what was typed; the first is what Enter does. */
export type FirstAction = {
  readonly label: string;
  /** What has to be right before it is done. */
  readonly needs: readonly FieldName[];
  readonly act: (typed: Typed) => void;
};

export type FirstStepProps = {
  readonly fields: readonly FieldName[];
  readonly actions: readonly FirstAction[];
  readonly at: LoginPlace;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly isBusy: boolean;
  /** What the server said. */
  readonly problem: string | undefined;
  readonly isEmailRefused: boolean;
};

/** An address, a member's number, or all that a login takes. */
export function FirstStep({ fields, actions, at, typed, onType, isBusy, problem, isEmailRefused }: FirstStepProps) {
  const t = useText(loginStrings);
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);
  useEffect(() => {
    if (isEmailRefused) focusFirstError(form.current);
  }, [isEmailRefused]);

  const begin = ({ needs, act }: FirstAction): void => {
    if (isBusy) return;
    const wrong = problemsOf(needs, typed, at);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return setRefusals((count) => count + 1);
    act(typed);
  };
  const [first, ...others] = actions;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // This form may stand in another's page; the other one is not sent with it.
    event.stopPropagation();
    if (first) begin(first);
  };
  const type = (name: FieldName, value: string): void => {
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
            onChange={(value) => type(name, value)}
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
          <Button key={action.label} wide onClick={() => begin(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      {(fields.includes("password") || fields.includes("scan_code")) && (
        <p className={css.ways}>
          {fields.includes("password") && <Link href={paths.forgotPassword()}>{t("login.forgot_password")}</Link>}
          {fields.includes("scan_code") && <Link href={paths.forgotMembership()}>{t("login.forgot_membership")}</Link>}
        </p>
      )}
    </form>
  );
}
