import { useEffect, useState } from "react";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";

/**
 * Shows the passcode of an e-mailed link for copying, when the link is opened in another browser than the one that
 * requested it.
 */
export function OtpFallback({ otp }: { readonly otp: string }) {
  const t = useText(loginStrings);
  const announce = useAnnounce();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    // Without permission to copy, the visitor can still select the code next to the button.
    navigator.clipboard?.writeText(otp).then(
      () => {
        setCopied(true);
        announce(t("otp.copied"));
      },
      () => undefined,
    );
  };
  return (
    <>
      <p>{t("otp.fallback")}</p>
      <p className={css.code}>
        <output className={css.digits}>{otp}</output>
        <Button icon={isCopied && <Icon name="check" size="small" />} onClick={copy}>
          {t(isCopied ? "otp.copied" : "otp.copy")}
        </Button>
      </p>
    </>
  );
}
