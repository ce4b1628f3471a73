import { useParams } from "@tanstack/react-router";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { ChapterFrame } from "../ChapterFrame.tsx";

const lazyPictureList = lazyModule(() => import("./PictureList.tsx"));

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
        <LazyPart part={lazyPictureList} skeleton="tile" count={3}>
          {(part) => <part.PictureList slug={slug} images={document} onEdit={draft.edit} />}
        </LazyPart>
      )}
    </ChapterFrame>
  );
}
