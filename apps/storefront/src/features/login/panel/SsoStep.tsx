import { useState } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "../Login.module.css";
import { ssoLoginRedirect } from "../session/ssoRedirect.ts";
import { loginStrings } from "../login.strings.ts";

/** Links to the login page of the seller's identity provider. */
export function SsoStep({ redirect }: { readonly redirect: string }) {
  const t = useText(loginStrings);
  const seller = useSeller();
  const [{ cart_id }] = useSaved();
  const [isLeaving, setLeaving] = useState(false);
  const target = ssoLoginRedirect(seller, redirect, cart_id);
  if ("missing" in target) return <Banner tone="error">{t(target.missing)}</Banner>;
  return (
    <div className={css.form}>
      <p>{t("sso.text")}</p>
      <Button
        kind="primary"
        wide
        busy={isLeaving}
        onClick={() => {
          setLeaving(true);
          window.location.assign(target.url);
        }}
      >
        {t("login.submit")}
      </Button>
    </div>
  );
}
