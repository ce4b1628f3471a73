import { lazy, Suspense } from "react";
import { useParams } from "@tanstack/react-router";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { SellerFrame } from "../SellerFrame.tsx";

const PageForms = lazy(() => import("./PageForms.tsx").then((file) => ({ default: file.PageForms })));

/** What surrounds the events on the storefront's pages, and the seller's own pages. */
export function PagesScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/pages" });
  return (
    <SellerFrame slug={slug} title="Pages" fields={["web"]}>
      {(form) => (
        <Suspense fallback={<Skeleton shape="tile" count={3} />}>
          <PageForms slug={slug} {...form} />
        </Suspense>
      )}
    </SellerFrame>
  );
}
