import { Link, useParams } from "@tanstack/react-router";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { LazyPart } from "../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../shared/loading/lazyModule.ts";
import { ChapterFrame } from "./ChapterFrame.tsx";
import { chapterName } from "./catalogueQueries.ts";
import css from "./catalogue.module.css";

const lazyYamlForm = lazyModule(() => import("./yaml/YamlForm.tsx"));

/** Chapters that every catalogue has. */
const lasting: ReadonlySet<string> = new Set(["seller", "event_order"]);

/** Any chapter of the catalogue as YAML, for what no form covers. */
export function ChapterScreen() {
  const { slug, _splat: chapter = "" } = useParams({ from: "/signed-in/$slug/catalogue/chapter/$" });
  const [kind, key = ""] = chapter.split("/");
  const small = buttonAttributes({ size: "small" });
  return (
    <ChapterFrame
      slug={slug}
      chapter={chapter}
      title={chapterName(chapter)}
      listsProblems={false}
      canRemove={!lasting.has(chapter)}
      links={({ draft }) => {
        if (draft.document === null) return null;
        if (kind === "event")
          return (
            <Link to="/$slug/catalogue/event/$key" params={{ slug, key }} {...small}>
              Forms
            </Link>
          );
        if (kind === "venue")
          return (
            <Link to="/$slug/catalogue/venue/$key" params={{ slug, key }} {...small}>
              Form
            </Link>
          );
        if (kind === "code_group")
          return (
            <Link to="/$slug/catalogue/codes/$key" params={{ slug, key }} {...small}>
              Form
            </Link>
          );
        if (kind === "hall")
          return (
            <Link to="/$slug/catalogue/hall/$key" params={{ slug, key }} {...small}>
              Drawing
            </Link>
          );
        if (kind === "images")
          return (
            <Link to="/$slug/catalogue/pictures" params={{ slug }} {...small}>
              Form
            </Link>
          );
        if (kind === "discounts")
          return (
            <Link to="/$slug/catalogue/discounts" params={{ slug }} {...small}>
              Form
            </Link>
          );
        return null;
      }}
      noun="chapter"
    >
      {({ draft, problems, isReadOnly }) => (
        <>
          <LazyPart part={lazyYamlForm} skeleton="tile" count={3}>
            {(part) => <part.YamlForm chapter={chapter} draft={draft} problems={problems} isReadOnly={isReadOnly} />}
          </LazyPart>
          <p className={css.quiet}>Comments in the YAML are not saved.</p>
        </>
      )}
    </ChapterFrame>
  );
}
