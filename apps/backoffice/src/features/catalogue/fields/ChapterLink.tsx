import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";

type LinkProps = { readonly slug: string; readonly chapter: string; readonly children: ReactNode };

/** Leads to the form of a chapter, or to its YAML if it has none. */
export function ChapterLink({ slug, chapter, children }: LinkProps) {
  const [kind = "", key = ""] = chapter.split("/");
  if (kind === "event")
    return (
      <Link to="/$slug/catalogue/event/$key" params={{ slug, key }}>
        {children}
      </Link>
    );
  if (kind === "venue")
    return (
      <Link to="/$slug/catalogue/venue/$key" params={{ slug, key }}>
        {children}
      </Link>
    );
  if (kind === "hall")
    return (
      <Link to="/$slug/catalogue/hall/$key" params={{ slug, key }}>
        {children}
      </Link>
    );
  if (kind === "code_group")
    return (
      <Link to="/$slug/catalogue/codes/$key" params={{ slug, key }}>
        {children}
      </Link>
    );
  if (kind === "images")
    return (
      <Link to="/$slug/catalogue/pictures" params={{ slug }}>
        {children}
      </Link>
    );
  if (kind === "event_order")
    return (
      <Link to="/$slug/catalogue/order" params={{ slug }}>
        {children}
      </Link>
    );
  if (kind === "discounts")
    return (
      <Link to="/$slug/catalogue/discounts" params={{ slug }}>
        {children}
      </Link>
    );
  return (
    <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: chapter }}>
      {children}
    </Link>
  );
}
