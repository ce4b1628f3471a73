import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { findFieldProblems, type FieldProblem } from "../panel/credentials.ts";
import { LoginField } from "../panel/LoginField.tsx";
import { loginStrings } from "../login.strings.ts";
import { describeLoginRefusal } from "../panel/loginRefusal.ts";
import { useAttempt } from "../panel/useAttempt.ts";

export type EmailFormProps = {
  readonly submitLabel: string;
  readonly send: (email: string) => Promise<unknown>;
  readonly sentMessage: (email: string) => ReactNode;
  /** The error for an unknown address, if visitors may learn that it is unknown. */
  readonly unknownMessage?: string;
};

/** Asks for an e-mail address and sends an e-mail to it. */
export function EmailForm({ submitLabel, send, sentMessage, unknownMessage }: EmailFormProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const field = useRef<HTMLInputElement>(null);
  const sentBox = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<FieldProblem>();
  const [refusal, setRefusal] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const { isBusy, attempt } = useAttempt();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const fieldProblem = findFieldProblems(["email"], { email }, undefined).email;
    setProblem(fieldProblem);
    setRefusal(undefined);
    if (fieldProblem) return field.current?.focus();
    const address = plainText(email);
    void attempt(
      () => send(address),
      () => {
        setSentTo(address);
        sentBox.current?.focus();
      },
      (error) => {
        if (unknownMessage !== undefined && error instanceof Refused && error.code === "not_found") {
          setRefusal(unknownMessage);
          return field.current?.focus();
        }
        const message = describeLoginRefusal(error, "otp", { t, shared });
        if (message?.field === "email") setProblem("not_email");
        else setRefusal(message?.text);
      },
    );
  };

  return (
    <>
      <div ref={sentBox} tabIndex={-1} className={css.status}>
        {sentTo !== undefined && <Banner tone="success">{sentMessage(sentTo)}</Banner>}
      </div>
      {sentTo === undefined && (
        <form className={css.form} noValidate onSubmit={submit}>
          {refusal && <Banner tone="error">{refusal}</Banner>}
          <LoginField
            ref={field}
            name="email"
            value={email}
            problem={problem}
            onChange={(value) => {
              setEmail(value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" kind="primary" wide busy={isBusy}>
            {submitLabel}
          </Button>
        </form>
      )}
    </>
  );
}
