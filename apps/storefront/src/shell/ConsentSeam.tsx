import { lazy, useEffect } from "react";
import { useConsent } from "../shared/consent.ts";
import { holdsSecret } from "../shared/holdsSecret.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { useBoot, useText } from "../shared/seller.tsx";
import { tellFor, tellTheContainer } from "../shared/tell.ts";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const ConsentCard = lazy(() =>
  loadChunk(() => import("./ConsentCard.tsx")).then((module) => ({ default: module.ConsentCard })),
);

/** Measures visits for sellers who do, of visitors who agree. A page on which something is paid loads no container. */
export function ConsentSeam() {
  const { seller, shown } = useBoot();
  const t = useText(shellStrings);
  const consent = useConsent();
  const { slug, web } = seller;
  const container_id = web.analytics?.container_id;
  // The page that this document was opened as: the one of the checkout stays without, wherever it leads from there.
  const isPaying = shown.route === "checkout";

  useEffect(() => tellFor({ slug, container_id }), [slug, container_id]);
  useEffect(() => {
    if (consent === "granted" && !isPaying && !holdsSecret(window.location.search)) tellTheContainer();
  }, [consent, isPaying]);

  return (
    consent === null &&
    !isPaying && (
      <Quiet failed={t("chunk.failed")}>
        <ConsentCard />
      </Quiet>
    )
  );
}
