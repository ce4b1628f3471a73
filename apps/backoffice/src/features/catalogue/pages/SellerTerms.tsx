import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { TextField } from "../ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import { SwitchField } from "../rules/SwitchField.tsx";
import { WritingField } from "../writing/WritingField.tsx";
import type { WebForm } from "./webForm.ts";
import css from "../catalogue.module.css";

type TermsProps = WebForm & {
  /** The terms that buyers accept now. */
  readonly published: Loose;
};

/** The terms that buyers accept. Each order keeps the version under which it was bought. */
export function SellerTerms({ slug, web, onEdit, published }: TermsProps) {
  const terms = recordOf(web["terms"]);
  const edit = (next: Loose): void => onEdit(withField(web, "terms", next));
  const shared = { record: terms, at: "web.terms", onEdit: edit };
  const isSameVersion =
    textOf(published["html"]) !== "" &&
    textOf(published["html"]) !== textOf(terms["html"]) &&
    textOf(published["version"]) === textOf(terms["version"]);
  return (
    <div className={css.form}>
      <WritingField
        slug={slug}
        label="Terms"
        path="web.terms.html"
        value={textOf(terms["html"])}
        onEdit={(html) => edit({ version: "", ...terms, html })}
        rows={14}
      />
      <TextField
        {...shared}
        name="version"
        label="Version"
        hint="Each order keeps the version that its buyer accepted. History has the text of each version."
      />
      {isSameVersion && (
        <Banner tone="warning">
          The text has changed, but its version is the same. Orders could not show which text was accepted. Enter a new
          version unless you changed only the formatting.
        </Banner>
      )}
      <SwitchField
        {...shared}
        name="accepted_by_paying"
        label="How they are accepted"
        otherwise="With a box to tick"
        yes="By paying: a sentence beside the button says so"
        no="With a box to tick"
      />
      <SwitchField
        {...shared}
        name="viewing_is_optional"
        label="When they must be opened"
        otherwise="Before the box can be ticked"
        yes="Never"
        no="Before the box can be ticked"
      />
    </div>
  );
}
