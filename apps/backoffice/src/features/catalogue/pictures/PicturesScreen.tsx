import { lazy, Suspense } from "react";
import { useParams } from "@tanstack/react-router";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { ChapterFrame } from "../ChapterFrame.tsx";

const PictureList = lazy(() => import("./PictureList.tsx").then((file) => ({ default: file.PictureList })));

/** All pictures of the catalogue, with their text alternatives. */
export function PicturesScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/pictures" });
  return (
    <ChapterFrame
      slug={slug}
      chapter="images"
      title="Pictures"
      noun="list of pictures"
      empty="There are no pictures yet. Upload one at an event or in the brand."
    >
      {({ document, draft }) => (
        <Suspense fallback={<Skeleton shape="tile" count={3} />}>
          <PictureList slug={slug} images={document} onEdit={draft.edit} />
        </Suspense>
      )}
    </ChapterFrame>
  );
}
