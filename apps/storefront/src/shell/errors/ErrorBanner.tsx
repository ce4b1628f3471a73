import { useEffect } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { ChunkLoadError, loadChunk } from "../../shared/loading/loadChunk.ts";
import { showFailure, useFailureMessage } from "../../shared/errors/failure.ts";
import { showLoadFailure } from "../../shared/errors/showLoadFailure.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { shellStrings } from "../frame/shell.strings.ts";

/** Shows errors that nothing else has handled at the top of the page. */
export function ErrorBanner() {
  const t = useText(shellStrings);
  const shared = useText(sharedStrings);
  const message = useFailureMessage();

  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof DOMException && reason.name === "AbortError") return;
      reportError(reason);
      if (!(reason instanceof ChunkLoadError)) return showFailure(shared("error.generic"));
      const { load } = reason;
      showLoadFailure(() => loadChunk(load), String(load), t("chunk.failed"));
    };
    window.addEventListener("unhandledrejection", onRejection);
    return () => window.removeEventListener("unhandledrejection", onRejection);
  }, [t, shared]);

  if (message === null) return null;
  return (
    <Page>
      <Banner
        tone="error"
        action={
          <Button size="small" onClick={() => window.location.reload()}>
            {t("shell.reload")}
          </Button>
        }
        onDismiss={() => showFailure(null)}
        dismissLabel={t("shell.dismiss")}
      >
        {message}
      </Banner>
    </Page>
  );
}
