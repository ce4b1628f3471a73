import { lazy, useEffect } from "react";
import { useConsent } from "../../shared/analytics/consent.ts";
import { hasUrlSecret } from "../../shared/url/hasUrlSecret.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { useBoot, useText } from "../../shared/seller/seller.tsx";
import { setAnalyticsTarget, loadAnalyticsContainer } from "../../shared/analytics/track.ts";
import { SilentErrorBoundary } from "../errors/SilentErrorBoundary.tsx";
import { shellStrings } from "../frame/shell.strings.ts";

const ConsentCard = lazy(() =>
  loadChunk(() => import("./ConsentCard.tsx")).then((module) => ({ default: module.ConsentCard })),
);

/** Loads analytics for sellers who use it and visitors who agree. Payment pages load no container. */
export function LazyConsentHost() {
  const { seller, shown } = useBoot();
  const t = useText(shellStrings);
  const consent = useConsent();
  const { slug, web } = seller;
  const container_id = web.analytics?.container_id;
  // The page with which this document was opened: one opened at the checkout never loads the container.
  const isPaying = shown.route === "checkout" || shown.route === "manage-confirm";

  useEffect(() => setAnalyticsTarget({ slug, container_id }), [slug, container_id]);
  useEffect(() => {
    if (consent === "granted" && !isPaying && !hasUrlSecret(window.location.search)) loadAnalyticsContainer();
  }, [consent, isPaying]);

  return (
    consent === null &&
    !isPaying && (
      <SilentErrorBoundary failed={t("chunk.failed")}>
        <ConsentCard />
      </SilentErrorBoundary>
    )
  );
}
