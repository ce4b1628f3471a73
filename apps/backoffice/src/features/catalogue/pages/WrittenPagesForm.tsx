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
        A page with text has its own address and a link in the footer of every page. If you have it on your own website,
        leave it empty here and add a link under “Home & footer”.
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
