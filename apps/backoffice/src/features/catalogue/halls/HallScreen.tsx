import { Link, useParams } from "@tanstack/react-router";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { chapterName } from "../catalogueQueries.ts";
import { ChapterFrame } from "../ChapterFrame.tsx";
import { textOf } from "../document.ts";
import { HallEditor } from "./HallEditor.tsx";

/** A hall: its drawing as buyers see it, with what each seat is. */
export function HallScreen() {
  const { slug, key } = useParams({ from: "/signed-in/$slug/catalogue/hall/$key" });
  const chapter = `hall/${key}`;
  return (
    <ChapterFrame
      slug={slug}
      chapter={chapter}
      title={chapterName(chapter)}
      titleOf={(hall) => textOf(hall["name"]) || "Hall without a name"}
      noun="hall"
      links={() => (
        <Link
          to="/$slug/catalogue/chapter/$"
          params={{ slug, _splat: chapter }}
          {...buttonAttributes({ size: "small" })}
        >
          YAML
        </Link>
      )}
    >
      {({ document, draft, isReadOnly }) => (
        <HallEditor slug={slug} hallKey={key} document={document} onEdit={draft.edit} isReadOnly={isReadOnly} />
      )}
    </ChapterFrame>
  );
}
