import { Link } from "wouter";
import { Button, buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { useText } from "../shared/seller.tsx";
import { sharedStrings } from "../shared/shared.strings.ts";
import { firstStrings } from "../shared/first.strings.ts";
import css from "./Message.module.css";

/** An error nobody foresaw: what happened, and two ways on. */
export function Unexpected({ kind }: { readonly kind: "generic" | "chunk" }) {
  const t = useText(firstStrings);
  const shared = useText(sharedStrings);
  return (
    <Page>
      <div className={css.message} role="alert">
        <h1>{t("shell.unexpected.title")}</h1>
        <p>{kind === "chunk" ? t("chunk.failed") : shared("error.generic")}</p>
        <p className={css.ways}>
          <Button kind="primary" onClick={() => window.location.reload()}>
            {t("shell.reload")}
          </Button>
          <Link href="/" {...buttonLook()}>
            {t("shell.continue")}
          </Link>
        </p>
      </div>
    </Page>
  );
}
