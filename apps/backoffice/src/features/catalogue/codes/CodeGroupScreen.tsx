import { Link, useParams } from "@tanstack/react-router";
import { ChapterFrame } from "../ChapterFrame.tsx";
import { chapterName } from "../catalogueQueries.ts";
import { textOf } from "../document.ts";
import { CodeGroupForm } from "./CodeGroupForm.tsx";
import css from "../catalogue.module.css";

/** One code group: its limits, and its codes in the catalogue. */
export function CodeGroupScreen() {
  const { slug, key } = useParams({ from: "/signed-in/$slug/catalogue/codes/$key" });
  const chapter = `code_group/${key}`;
  return (
    <ChapterFrame
      slug={slug}
      chapter={chapter}
      title={chapterName(chapter)}
      titleOf={(group) => textOf(group["name"]) || "Group without a name"}
      noun="group of codes"
    >
      {({ document, draft }) => (
        <>
          <CodeGroupForm slug={slug} group={document} onEdit={draft.edit} />
          <p className={css.quiet}>
            You can also edit{" "}
            <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: chapter }}>
              the group as YAML
            </Link>
            .
          </p>
        </>
      )}
    </ChapterFrame>
  );
}
