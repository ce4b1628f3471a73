import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { passwordProblems } from "@foyer/rules/account/password.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { Refused } from "../../../api/call.ts";
import { focusFirstError } from "../../../shared/form/focusFirstError.ts";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { checkResetToken, saveNewPassword } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { PasswordInput } from "../panel/LoginField.tsx";
import { useAttempt } from "../panel/useAttempt.ts";

const isValidPassword = (password: string): boolean => passwordProblems(password).length === 0;

const isInvalidLink = (error: unknown): boolean =>
  error instanceof Refused && ["not_found", "validate_failed"].includes(error.code);

/** Sets a password by the link of a letter. */
export function ResetPassword({ token }: { readonly token: string }) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery({
    queryKey: ["password_reset", token],
    queryFn: () => checkResetToken(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [isDone, setDone] = useState(false);
  const [isLinkExpired, setLinkExpired] = useState(false);

  if (isDone) return <PasswordChanged />;
  if (isLinkExpired || error)
    return (
      <>
        <h1>{t("reset.title")}</h1>
        <Banner tone="error">
          {isLinkExpired || isInvalidLink(error) ? t("reset.invalid") : shared("error.later")}
        </Banner>
        <p>
          <Link href={paths.forgotPassword()} {...buttonAttributes({ kind: "primary" })}>
            {t("reset.again")}
          </Link>
        </p>
      </>
    );
  return (
    <>
      <h1>{t("reset.title")}</h1>
      {data ? (
        <ResetForm
          token={token}
          email={data.email}
          onDone={() => setDone(true)}
          onLinkExpired={() => setLinkExpired(true)}
        />
      ) : (
        <>
          <VisuallyHidden>{t("reset.checking")}</VisuallyHidden>
          <Skeleton shape="control" count={2} />
        </>
      )}
    </>
  );
}

function PasswordChanged() {
  const t = useText(loginStrings);
  const { configuration } = useSeller();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t("reset.done.title")}
      </h1>
      <p>{t("reset.done")}</p>
      <p>
        <Link href={paths.login(configuration)} {...buttonAttributes({ kind: "primary" })}>
          {t("login.submit")}
        </Link>
      </p>
    </>
  );
}

type ResetFormProps = {
  readonly token: string;
  readonly email: string;
  readonly onDone: () => void;
  /** The link was good a moment ago. */
  readonly onLinkExpired: () => void;
};

function ResetForm({ token, email, onDone, onLinkExpired }: ResetFormProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const form = useRef<HTMLFormElement>(null);
  const [password, setPasswordTyped] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problems, setProblems] = useState<{
    readonly password?: string | undefined;
    readonly again?: string | undefined;
  }>({});
  const [refusal, setRefusal] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const { isBusy, attempt } = useAttempt();
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  const invalid = t("reset.password.invalid");
  const passwordError = () =>
    password === "" ? shared("form.required") : isValidPassword(password) ? undefined : invalid;
  const confirmationError = () =>
    confirmation === ""
      ? shared("form.required")
      : confirmation === password
        ? undefined
        : t("reset.password.mismatch");

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [passwordMessage, confirmationMessage] = [passwordError(), confirmationError()];
    setProblems({ password: passwordMessage, again: confirmationMessage });
    setRefusal(undefined);
    if (passwordMessage || confirmationMessage) return setRefusals((count) => count + 1);
    void attempt(
      () => saveNewPassword(token, password),
      onDone,
      (error) => {
        if (isInvalidLink(error)) return onLinkExpired();
        // A password that too many people have.
        if (error instanceof Refused && error.code === "validation_failed") {
          setProblems({ password: error.description || invalid });
          return setRefusals((count) => count + 1);
        }
        setRefusal(error instanceof Refused && error.status === 429 ? error.description : shared("error.generic"));
      },
    );
  };

  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <p className={css.who}>{t("reset.who", { email })}</p>
      {refusal && <Banner tone="error">{refusal}</Banner>}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t("reset.password")} hint={t("reset.help")} error={problems.password} required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => {
            setPasswordTyped(event.target.value);
            setProblems((before) => ({ ...before, password: undefined }));
          }}
          onBlur={() => {
            if (password !== "" && !isValidPassword(password)) setProblems((rest) => ({ ...rest, password: invalid }));
          }}
        />
      </Field>
      <Field label={t("reset.confirm")} error={problems.again} required>
        <PasswordInput
          name="password_confirm"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => {
            setConfirmation(event.target.value);
            setProblems((before) => ({ ...before, again: undefined }));
          }}
        />
      </Field>
      <Button type="submit" kind="primary" wide busy={isBusy}>
        {t("reset.submit")}
      </Button>
    </form>
  );
}
