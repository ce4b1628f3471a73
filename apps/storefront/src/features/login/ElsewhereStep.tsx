import { useState } from "react";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { useSaved } from "../../shared/saved.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import css from "./Login.module.css";
import { loginElsewhere } from "./elsewhere.ts";
import { loginStrings } from "./login.strings.ts";

/** Somebody else does the logging in. */
export function ElsewhereStep({ redirect }: { readonly redirect: string }) {
  const t = useText(loginStrings);
  const seller = useSeller();
  const [{ cart_id }] = useSaved();
  const [isGone, setGone] = useState(false);
  const where = loginElsewhere(seller, redirect, cart_id);
  if ("missing" in where) return <Banner tone="error">{t(where.missing)}</Banner>;
  return (
    <div className={css.form}>
      <p>{t("elsewhere.text")}</p>
      <Button
        kind="primary"
        wide
        busy={isGone}
        onClick={() => {
          setGone(true);
          window.location.assign(where.url);
        }}
      >
        {t("login.submit")}
      </Button>
    </div>
  );
}
