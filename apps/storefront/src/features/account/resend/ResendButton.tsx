import { useEffect, useRef, useState } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Refused } from "../../../api/call.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Account.module.css";
import { accountStrings } from "../account.strings.ts";

export type ResendButtonProps = {
  readonly label: string;
  readonly sentMessage: string;
  readonly send: () => Promise<unknown>;
};

/** Sends an e-mail again and confirms it. */
export function ResendButton({ label, sentMessage, send }: ResendButtonProps) {
  const t = useText(accountStrings);
  const shared = useText(sharedStrings);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ readonly tone: "success" | "error"; readonly text: string }>();
  const messageBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) messageBox.current?.focus();
  }, [message]);

  const resend = (): void => {
    setBusy(true);
    setMessage(undefined);
    send()
      .then(() => setMessage({ tone: "success", text: sentMessage }))
      .catch((error: unknown) => {
        const isKnown = error instanceof Refused && error.status < 500;
        if (!isKnown) reportError(error);
        const text =
          error instanceof Refused && error.code === "too_many_requests"
            ? t("account.too_many")
            : isKnown
              ? error.description
              : failureText(shared, shared("error.later"));
        setMessage({ tone: "error", text });
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className={css.resend}>
      <Button busy={isBusy} onClick={resend}>
        {label}
      </Button>
      <div ref={messageBox} tabIndex={-1} className={css.answer}>
        {message && <Banner tone={message.tone}>{message.text}</Banner>}
      </div>
    </div>
  );
}
