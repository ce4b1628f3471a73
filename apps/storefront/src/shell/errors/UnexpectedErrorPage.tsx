import { Link } from "wouter";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { MessagePage } from "../../shared/page/MessagePage.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { frameStrings } from "../../shared/text/frame.strings.ts";
import { sharedStrings } from "../../shared/text/shared.strings.ts";

/** Shown for an unforeseen error: the visitor can reload or continue to the start page. */
export function UnexpectedErrorPage() {
  const t = useText(frameStrings);
  const shared = useText(sharedStrings);
  return (
    <MessagePage
      role="alert"
      title={t("shell.unexpected.title")}
      actions={
        <>
          <Button kind="primary" onClick={() => window.location.reload()}>
            {t("shell.reload")}
          </Button>
          <Link href="/" {...buttonAttributes()}>
            {t("shell.continue")}
          </Link>
        </>
      }
    >
      {shared("error.generic")}
    </MessagePage>
  );
}
