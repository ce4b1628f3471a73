import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";

/** The address of a screen that edits a chapter may name a field, by its path. */
export type FieldSearch = { readonly field?: string | undefined };

type LinkProps = {
  readonly slug: string;
  readonly chapter: string;
  /** The path of the field to open. */
  readonly field?: string;
  readonly children: ReactNode;
};

/** Leads to the form of a chapter, or to its YAML if it has none, and there to a field. */
export function ChapterLink({ slug, chapter, field, children }: LinkProps) {
  const search: FieldSearch = field === undefined || field === "" ? {} : { field };
  const [kind = "", key = ""] = chapter.split("/");
  if (kind === "event")
    return (
      <Link to="/$slug/catalogue/event/$key" params={{ slug, key }} search={search}>
        {children}
      </Link>
    );
  if (kind === "venue")
    return (
      <Link to="/$slug/catalogue/venue/$key" params={{ slug, key }} search={search}>
        {children}
      </Link>
    );
  if (kind === "hall")
    return (
      <Link to="/$slug/catalogue/hall/$key" params={{ slug, key }} search={search}>
        {children}
      </Link>
    );
  if (kind === "code_group")
    return (
      <Link to="/$slug/catalogue/codes/$key" params={{ slug, key }} search={search}>
        {children}
      </Link>
    );
  if (kind === "images")
    return (
      <Link to="/$slug/catalogue/pictures" params={{ slug }} search={search}>
        {children}
      </Link>
    );
  if (kind === "event_order")
    return (
      <Link to="/$slug/catalogue/order" params={{ slug }} search={search}>
        {children}
      </Link>
    );
  if (kind === "discounts")
    return (
      <Link to="/$slug/catalogue/discounts" params={{ slug }} search={search}>
        {children}
      </Link>
    );
  return (
    <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: chapter }} search={search}>
      {children}
    </Link>
  );
}
