import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { isEmail } from "@foyer/rules/values/email.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/form/TextInput.tsx";
import { Refused } from "../../../api/call.ts";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { confirmEmailAddress, saveEmailAddress } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { memberKey } from "../session/member.queries.ts";
import { useAttempt } from "../panel/useAttempt.ts";

const emailInput: TextInputProps = {
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  spellCheck: false,
  autoCapitalize: "off",
  maxLength: 254,
};
const isSameEmail = (first: string, second: string): boolean =>
  first.trim().toLowerCase() === second.trim().toLowerCase();

/** Asks for the missing e-mail address of an account. It is used once its owner has followed the link sent there. */
export function SetEmail({ user_id, continueTo }: { readonly user_id: string; readonly continueTo: string }) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const form = useRef<HTMLFormElement>(null);
  const [email, setTyped] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problems, setProblems] = useState<{
    readonly email?: string | undefined;
    readonly confirmation?: string | undefined;
  }>({});
  const [refusal, setRefusal] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const { isBusy, attempt } = useAttempt();
  const focusError = useFocusFirstError(() => form.current);

  const showProblems = (next: typeof problems): void => {
    setProblems(next);
    focusError();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const address = email.trim();
    const required = shared("form.required");
    const emailError = address === "" ? required : isEmail(address) ? undefined : t("login.email.invalid");
    const confirmationError =
      confirmation.trim() === "" ? required : isSameEmail(email, confirmation) ? undefined : t("set_email.mismatch");
    setRefusal(undefined);
    if (emailError || confirmationError) return showProblems({ email: emailError, confirmation: confirmationError });
    void attempt(
      () => saveEmailAddress(user_id, address),
      () => setSentTo(address),
      (error) => {
        if (error instanceof Refused && error.status === 409) return showProblems({ email: t("set_email.taken") });
        if (error instanceof Refused && error.code === "validation_failed")
          return showProblems({ email: t("login.email.invalid") });
        setRefusal(error instanceof Refused && error.status < 500 ? error.description : shared("error.generic"));
      },
    );
  };

  if (sentTo !== undefined)
    return (
      <EmailMessage title={t("set_email.sent.title")} continueTo={continueTo}>
        {t("set_email.sent", { email: sentTo })}
      </EmailMessage>
    );
  return (
    <>
      <h1>{t("set_email.title")}</h1>
      <p>{t("set_email.text")}</p>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        <Field label={t("set_email.email")} error={problems.email} required>
          <TextInput
            {...emailInput}
            name="email"
            value={email}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblems({});
            }}
          />
        </Field>
        <Field label={t("set_email.confirm")} error={problems.confirmation} required>
          <TextInput
            {...emailInput}
            name="email_confirm"
            value={confirmation}
            onChange={(event) => {
              setConfirmation(event.target.value);
              setProblems((before) => ({ ...before, confirmation: undefined }));
            }}
          />
        </Field>
        <div className={css.pair}>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t("set_email.submit")}
          </Button>
          <Link href={continueTo} {...buttonAttributes()}>
            {t("set_email.skip")}
          </Link>
        </div>
      </form>
    </>
  );
}

/** Confirms an e-mail address with the token of the link that was sent there. */
export function ConfirmEmail({ token, continueTo }: { readonly token: string; readonly continueTo: string }) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["confirm_email", token],
    queryFn: () => confirmEmailAddress(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) void client.invalidateQueries({ queryKey: memberKey });
  }, [client, data]);
  if (data)
    return (
      <EmailMessage title={t("set_email.proved.title")} continueTo={continueTo}>
        {t("set_email.proved", { email: data.email })}
      </EmailMessage>
    );
  if (!error)
    return (
      <>
        <h1>{t("set_email.proving")}</h1>
        <Skeleton count={2} />
      </>
    );
  const code = error instanceof Refused ? error.code : "";
  return (
    <>
      <h1>{t("set_email.title")}</h1>
      <Banner tone="error">
        {code === "email_taken"
          ? t("set_email.taken")
          : code === "not_found"
            ? t("set_email.link_invalid")
            : shared("error.later")}
      </Banner>
      <p>
        <Link href={continueTo} {...buttonAttributes({ kind: "primary" })}>
          {t("set_email.go_on")}
        </Link>
      </p>
    </>
  );
}

function EmailMessage({
  title,
  children,
  continueTo,
}: {
  readonly title: string;
  readonly children: string;
  readonly continueTo: string;
}) {
  const t = useText(loginStrings);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={css.email}>{children}</p>
      <p>
        <Link href={continueTo} {...buttonAttributes({ kind: "primary" })}>
          {t("set_email.go_on")}
        </Link>
      </p>
    </>
  );
}
