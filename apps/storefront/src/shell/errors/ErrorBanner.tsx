import { useEffect, useState } from "react";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { ChunkLoadError, loadChunk } from "../../shared/loading/loadChunk.ts";
import { NavigationLoadError } from "../../shared/loading/NavigationLoadError.ts";
import { showFailure, useFailureMessage } from "../../shared/errors/failure.ts";
import { hasLoadFailure, retryFailedLoads, showLoadFailure } from "../../shared/errors/showLoadFailure.ts";
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
      const byButtonOnly = reason instanceof NavigationLoadError;
      showLoadFailure({ load: () => loadChunk(load), key: String(load), byButtonOnly }, t("shell.part_failed"));
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
          hasLoadFailure() ? (
            <RetryButton failed={message} />
          ) : (
            <Button size="small" onClick={() => window.location.reload()}>
              {t("shell.reload")}
            </Button>
          )
        }
        onDismiss={() => showFailure(null)}
        dismissLabel={t("shell.dismiss")}
      >
        {message}
      </Banner>
    </Page>
  );
}

/** Loads again what has failed, and keeps the page with what was typed. */
function RetryButton({ failed }: { readonly failed: string }) {
  const t = useText(shellStrings);
  const announce = useAnnounce();
  const [isLoading, setLoading] = useState(false);
  const retry = () => {
    setLoading(true);
    void retryFailedLoads().then(() => {
      if (hasLoadFailure()) announce(failed);
      // The button is gone, unless a dialog has taken the focus.
      else if (document.activeElement === document.body) document.querySelector<HTMLElement>("main")?.focus();
      setLoading(false);
    });
  };
  return (
    <Button size="small" busy={isLoading} onClick={retry}>
      {t("shell.again")}
    </Button>
  );
}
