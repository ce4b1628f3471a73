import { Link } from "wouter";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { frameStrings } from "../../shared/text/frame.strings.ts";
import css from "../../shared/page/MessagePage.module.css";

/** An error nobody foresaw: what happened, and two ways on. */
export function UnexpectedErrorPage({ kind }: { readonly kind: "generic" | "chunk" }) {
  const t = useText(frameStrings);
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
          <Link href="/" {...buttonAttributes()}>
            {t("shell.continue")}
          </Link>
        </p>
      </div>
    </Page>
  );
}
