import { useState } from "react";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import type { SellerForm } from "../SellerFrame.tsx";
import { BlocksForm } from "./BlocksForm.tsx";
import { HomeForm } from "./HomeForm.tsx";
import { ListingForm } from "./ListingForm.tsx";
import { PagesPreview } from "./PagesPreview.tsx";
import { SellerTerms } from "./SellerTerms.tsx";
import { WrittenPagesForm } from "./WrittenPagesForm.tsx";
import besideCss from "../../../shared/styles/Beside.module.css";
import css from "./Pages.module.css";

/** The forms of the pages, with a preview. */
export function PageForms({ slug, seller, onEdit, read }: SellerForm & { readonly slug: string }) {
  const [tab, setTab] = useState("listing");
  const web = recordOf(seller["web"]);
  const edit = (next: Loose): void => onEdit(withField(seller, "web", Object.keys(next).length > 0 ? next : undefined));
  const form = {
    slug,
    web,
    onEdit: edit,
    onPart: (name: string, rows: readonly unknown[]) => edit(withField(web, name, rows.length > 0 ? rows : undefined)),
  };
  const hasPreview = tab !== "terms" && tab !== "written";
  const published = recordOf(recordOf(recordOf(read.published)["web"])["terms"]);
  return (
    <div className={`${besideCss.columns} ${css.columns}`}>
      <Tabs
        label="Parts of the pages"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "listing", label: "List of events" },
          { value: "home", label: "Home & footer" },
          { value: "blocks", label: "Blocks" },
          { value: "terms", label: "Terms" },
          { value: "written", label: "Privacy, imprint, accessibility" },
        ]}
      >
        {tab === "listing" && <ListingForm {...form} />}
        {tab === "home" && <HomeForm {...form} />}
        {tab === "blocks" && <BlocksForm {...form} />}
        {tab === "terms" && <SellerTerms {...form} published={published} />}
        {tab === "written" && <WrittenPagesForm {...form} />}
      </Tabs>
      {hasPreview && <PagesPreview slug={slug} seller={seller} web={web} isHome={tab === "home"} />}
    </div>
  );
}
