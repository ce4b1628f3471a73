import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { isEmail } from "@foyer/rules/values/email.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { emailInput } from "../../../shared/form/inputKinds.ts";
import { Refused } from "../../../api/call.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { confirmEmailAddress, saveEmailAddress } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { openLoginDialog } from "../session/loginDialogStore.ts";
import { memberKey } from "../session/member.queries.ts";
import { useAttempt } from "../panel/useAttempt.ts";

const isSameEmail = (first: string, second: string): boolean =>
  plainText(first).toLowerCase() === plainText(second).toLowerCase();

const invalidCodes: ReadonlySet<string> = new Set(["validation_failed", "validate_not_email"]);
const loginCodes: ReadonlySet<string> = new Set(["not_authorized", "step_up_required"]);

type EmailProblems = { readonly email?: string | undefined; readonly confirmation?: string | undefined };

/** An e-mail address and its confirmation as typed, and how to save them. */
const useSetEmail = (user_id: string, focusError: () => void) => {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const [email, setEmail] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problems, setProblems] = useState<EmailProblems>({});
  const [refusal, setRefusal] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const { isBusy, attempt } = useAttempt();

  const findProblems = (): EmailProblems => {
    const required = shared("form.required");
    const address = plainText(email);
    return {
      email: address === "" ? required : isEmail(address) ? undefined : t("login.email.invalid"),
      confirmation:
        confirmation.trim() === "" ? required : isSameEmail(email, confirmation) ? undefined : t("set_email.mismatch"),
    };
  };
  const showProblems = (next: EmailProblems): void => {
    setProblems(next);
    focusError();
  };
  const showFailure = (error: unknown): void => {
    if (error instanceof Refused && error.status === 409) return showProblems({ email: t("set_email.taken") });
    if (error instanceof Refused && invalidCodes.has(error.code))
      return showProblems({ email: t("login.email.invalid") });
    setRefusal(error instanceof Refused && error.status < 500 ? error.description : failureText(shared));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = findProblems();
    setRefusal(undefined);
    if (found.email || found.confirmation) return showProblems(found);
    const address = plainText(email);
    void attempt(
      () => saveEmailAddress(user_id, address),
      () => setSentTo(address),
      showFailure,
    );
  };
  return {
    email,
    confirmation,
    problems,
    refusal,
    sentTo,
    isBusy,
    submit,
    typeEmail: (text: string): void => {
      setEmail(text);
      setProblems({});
    },
    typeConfirmation: (text: string): void => {
      setConfirmation(text);
      setProblems((before) => ({ ...before, confirmation: undefined }));
    },
  };
};

/**
 * Asks for the missing e-mail address of an account. The address is only used after its owner has followed the link sent to
 * it.
 */
export function SetEmail({ user_id, continueTo }: { readonly user_id: string; readonly continueTo: string }) {
  const t = useText(loginStrings);
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const { problems, refusal, sentTo, ...fields } = useSetEmail(user_id, focusError);
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
      <form ref={form} className={css.form} noValidate onSubmit={fields.submit}>
        {refusal && <Banner tone="error">{refusal}</Banner>}
        <Field label={t("set_email.email")} error={problems.email} required>
          <TextInput
            {...emailInput}
            maxLength={254}
            name="email"
            value={fields.email}
            onChange={(event) => fields.typeEmail(event.target.value)}
          />
        </Field>
        <Field label={t("set_email.confirm")} error={problems.confirmation} required>
          <TextInput
            {...emailInput}
            maxLength={254}
            name="email_confirm"
            value={fields.confirmation}
            onChange={(event) => fields.typeConfirmation(event.target.value)}
          />
        </Field>
        <div className={css.pair}>
          <Button type="submit" kind="primary" busy={fields.isBusy}>
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

/** Confirms an e-mail address with the token of the link that was sent to it. */
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
  // The link may be opened in another browser than the one that is logged in. After a login, the token is sent again.
  if (error instanceof Refused && loginCodes.has(error.code))
    return (
      <>
        <h1>{t("set_email.log_in.title")}</h1>
        <p>{t("set_email.log_in")}</p>
        <p>
          <Button kind="primary" onClick={() => openLoginDialog({ required: false })}>
            {t("login.submit")}
          </Button>
        </p>
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
            : failureText(shared, shared("error.later"))}
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
  useEffect(() => {
    heading.current?.focus();
  }, []);
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
