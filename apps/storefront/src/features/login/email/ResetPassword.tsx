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
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { checkResetToken, saveNewPassword } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { PasswordInput } from "../PasswordInput.tsx";
import { useAttempt } from "../panel/useAttempt.ts";

const isValidPassword = (password: string): boolean => passwordProblems(password).length === 0;

const isInvalidLink = (error: unknown): boolean =>
  error instanceof Refused && ["not_found", "validate_failed"].includes(error.code);

/** Sets a new password with the token of an e-mailed link. */
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
          {isLinkExpired || isInvalidLink(error) ? t("reset.invalid") : failureText(shared, shared("error.later"))}
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
  useEffect(() => {
    heading.current?.focus();
  }, []);
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
  readonly onLinkExpired: () => void;
};

type PasswordErrors = { readonly password?: string | undefined; readonly confirmation?: string | undefined };

/** A new password and its confirmation as typed, and how to save them. */
const useNewPassword = ({ token, onDone, onLinkExpired }: Omit<ResetFormProps, "email">, focusError: () => void) => {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const { isBusy, attempt } = useAttempt();
  const invalid = t("reset.password.invalid");

  const findErrors = (): PasswordErrors => {
    const required = shared("form.required");
    const isSame = confirmation === password;
    return {
      password: password === "" ? required : isValidPassword(password) ? undefined : invalid,
      confirmation: confirmation === "" ? required : isSame ? undefined : t("reset.password.mismatch"),
    };
  };
  const showFailure = (error: unknown): void => {
    if (isInvalidLink(error)) return onLinkExpired();
    // The server refuses passwords that are too common.
    if (error instanceof Refused && error.code === "validation_failed") {
      setErrors({ password: error.description || invalid });
      return focusError();
    }
    setRefusal(error instanceof Refused && error.status === 429 ? error.description : failureText(shared));
  };
  return {
    password,
    confirmation,
    errors,
    refusal,
    isBusy,
    typePassword: (text: string): void => {
      setPassword(text);
      setErrors((before) => ({ ...before, password: undefined }));
    },
    typeConfirmation: (text: string): void => {
      setConfirmation(text);
      setErrors((before) => ({ ...before, confirmation: undefined }));
    },
    /** Shows a weak password as soon as the field loses focus. */
    checkPassword: (): void => {
      if (password !== "" && !isValidPassword(password)) setErrors((before) => ({ ...before, password: invalid }));
    },
    submit: (event: FormEvent): void => {
      event.preventDefault();
      const found = findErrors();
      setErrors(found);
      setRefusal(undefined);
      if (found.password || found.confirmation) return focusError();
      void attempt(() => saveNewPassword(token, password), onDone, showFailure);
    },
  };
};

function ResetForm({ email, ...props }: ResetFormProps) {
  const t = useText(loginStrings);
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const { password, confirmation, errors, refusal, isBusy, submit, ...fields } = useNewPassword(props, focusError);
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <p className={css.email}>{t("reset.who", { email })}</p>
      {refusal && <Banner tone="error">{refusal}</Banner>}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t("reset.password")} hint={t("reset.help")} error={errors.password} required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => fields.typePassword(event.target.value)}
          onBlur={fields.checkPassword}
        />
      </Field>
      <Field label={t("reset.confirm")} error={errors.confirmation} required>
        <PasswordInput
          name="password_confirm"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => fields.typeConfirmation(event.target.value)}
        />
      </Field>
      <Button type="submit" kind="primary" wide busy={isBusy}>
        {t("reset.submit")}
      </Button>
    </form>
  );
}
