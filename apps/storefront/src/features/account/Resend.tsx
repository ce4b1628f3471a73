import { useEffect, useRef, useState } from "react";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Refused } from "../../api/call.ts";
import { report } from "../../shared/reports.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./Account.module.css";
import { accountStrings } from "./account.strings.ts";

export type ResendProps = {
  readonly label: string;
  /** Said once it is on its way. */
  readonly sent: string;
  readonly send: () => Promise<unknown>;
};

/** Has a letter sent again, and says that it is. */
export function Resend({ label, sent, send }: ResendProps) {
  const t = useText(accountStrings);
  const shared = useText(sharedStrings);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly tone: "success" | "error"; readonly text: string }>();
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said) answer.current?.focus();
  }, [said]);

  const press = (): void => {
    setBusy(true);
    setSaid(undefined);
    send()
      .then(() => setSaid({ tone: "success", text: sent }))
      .catch((error: unknown) => {
        const isKnown = error instanceof Refused && error.status < 500;
        if (!isKnown) report(error);
        const text =
          error instanceof Refused && error.code === "too_many_requests"
            ? t("account.too_many")
            : isKnown
              ? error.description
              : shared("error.later");
        setSaid({ tone: "error", text });
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className={css.resend}>
      <Button busy={isBusy} onClick={press}>
        {label}
      </Button>
      <div ref={answer} tabIndex={-1} className={css.answer}>
        {said && <Banner tone={said.tone}>{said.text}</Banner>}
      </div>
    </div>
  );
}
