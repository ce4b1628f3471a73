import { useParams } from "@tanstack/react-router";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { SellerFrame } from "../SellerFrame.tsx";

const lazyPageForms = lazyModule(() => import("./PageForms.tsx"));

/** What surrounds the events on the storefront's pages, and the seller's own pages. */
export function PagesScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/pages" });
  return (
    <SellerFrame slug={slug} title="Pages" fields={["web"]}>
      {(form) => (
        <LazyPart part={lazyPageForms} skeleton="tile" count={3}>
          {(part) => <part.PageForms slug={slug} {...form} />}
        </LazyPart>
      )}
    </SellerFrame>
  );
}
