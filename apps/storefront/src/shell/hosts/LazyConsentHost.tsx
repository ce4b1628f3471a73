import { useEffect } from "react";
import { useConsent } from "../../shared/analytics/consent.ts";
import { hasUrlSecret } from "../../shared/url/hasUrlSecret.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { useBoot } from "../../shared/seller/seller.tsx";
import { setAnalyticsTarget, loadAnalyticsContainer } from "../../shared/analytics/track.ts";
import { LoadedHost } from "./LoadedHost.tsx";

const lazyConsentCard = lazyComponent([], () => import("./ConsentCard.tsx"));

/** Loads analytics for sellers who use it and visitors who agree. Payment pages load no container. */
export function LazyConsentHost() {
  const { seller, shown } = useBoot();
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
      <LoadedHost part={lazyConsentCard} name="consent">
        {(part) => <part.ConsentCard />}
      </LoadedHost>
    )
  );
}
