import { writtenPages } from "@foyer/contract/shop/pages/pageNames.ts";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import { WritingField } from "../writing/WritingField.tsx";
import type { WebForm } from "./webForm.ts";
import css from "../catalogue.module.css";

const labels = { privacy: "Privacy", imprint: "Imprint", accessibility: "Accessibility" } as const;

/** The seller's own pages. An empty page does not exist. */
export function WrittenPagesForm({ slug, web, onEdit }: WebForm) {
  const pages = recordOf(web["pages"]);
  const edit = (next: Loose): void => onEdit(withField(web, "pages", Object.keys(next).length > 0 ? next : undefined));
  return (
    <div className={css.form}>
      <p className={css.quiet}>
        A page that is written has an address of its own, and its link is in the footer of each page. If yours is on
        your own website, leave it empty here and add a link under “Home & footer”.
      </p>
      {writtenPages.map((page) => (
        <WritingField
          key={page}
          slug={slug}
          label={labels[page]}
          path={`web.pages.${page}.html`}
          hint={`/${slug}/${page}`}
          value={textOf(recordOf(pages[page])["html"])}
          onEdit={(html) => edit(withField(pages, page, html === "" ? undefined : { html }))}
          rows={10}
        />
      ))}
    </div>
  );
}
