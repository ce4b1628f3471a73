import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Refused } from "../../api/call.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./Login.module.css";
import { problemsOf, type FieldProblem } from "./loginForm.ts";
import { LoginField } from "./LoginField.tsx";
import { loginStrings } from "./login.strings.ts";
import { loginRefusal } from "./loginRefused.ts";
import { useAttempt } from "./useAttempt.ts";

export type EmailFormProps = {
  readonly submitLabel: string;
  /** Done when there is nothing more to say than `sent`. */
  readonly send: (email: string) => Promise<unknown>;
  readonly sent: (email: string) => ReactNode;
  /** What is said of an address that nobody is known by, where that is told at all. */
  readonly unknown?: string;
};

/** Asks for an address and sends something there. */
export function EmailForm({ submitLabel, send, sent, unknown }: EmailFormProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<FieldProblem>();
  const [refusal, setRefusal] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const { isBusy, attempt } = useAttempt();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = problemsOf(["email"], { email }, undefined).email;
    setProblem(wrong);
    setRefusal(undefined);
    if (wrong) return field.current?.focus();
    const address = email.trim();
    void attempt(
      () => send(address),
      () => {
        setSentTo(address);
        done.current?.focus();
      },
      (error) => {
        if (unknown !== undefined && error instanceof Refused && error.code === "not_found") {
          setRefusal(unknown);
          return field.current?.focus();
        }
        const said = loginRefusal(error, "otp", { t, shared });
        if (said?.field === "email") setProblem("not_email");
        else setRefusal(said?.text);
      },
    );
  };

  return (
    <>
      <div ref={done} tabIndex={-1} className={css.sent}>
        {sentTo !== undefined && <Banner tone="success">{sent(sentTo)}</Banner>}
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
