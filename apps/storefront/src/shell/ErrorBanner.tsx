import { useEffect } from "react";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { ChunkLoadError } from "../shared/loadChunk.ts";
import { sayMishap, useMishap } from "../shared/mishap.ts";
import { report } from "../shared/reports.ts";
import { useText } from "../shared/seller.tsx";
import { sharedStrings } from "../shared/shared.strings.ts";
import { shellStrings } from "./shell.strings.ts";

/** Says at the top of the page what nobody else has said: an error that no part of the page caught. */
export function ErrorBanner() {
  const t = useText(shellStrings);
  const shared = useText(sharedStrings);
  const message = useMishap();

  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof DOMException && reason.name === "AbortError") return;
      report(reason);
      sayMishap(reason instanceof ChunkLoadError ? t("chunk.failed") : shared("error.generic"));
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
        onDismiss={() => sayMishap(null)}
        dismissLabel={t("shell.dismiss")}
      >
        {message}
      </Banner>
    </Page>
  );
}
