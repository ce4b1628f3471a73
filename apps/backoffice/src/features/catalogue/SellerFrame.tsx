import type { ReactNode } from "react";
import type { ChapterReply } from "./catalogueQueries.ts";
import { ChapterFrame } from "./ChapterFrame.tsx";
import type { Loose } from "./document.ts";

/** What a form receives of the chapter "seller", as typed. */
export type SellerForm = {
  readonly seller: Loose;
  readonly onEdit: (seller: Loose) => void;
  readonly read: ChapterReply;
};

type FrameProps = {
  readonly slug: string;
  readonly title: string;
  /** The fields of the chapter on this screen, such as "theme" or "meta". Errors of other fields are only counted. */
  readonly fields: readonly string[];
  readonly children: (form: SellerForm) => ReactNode;
};

/** A settings screen: a form for part of the chapter "seller". */
export function SellerFrame({ slug, title, fields, children }: FrameProps) {
  return (
    <ChapterFrame
      slug={slug}
      chapter="seller"
      title={title}
      canRemove={false}
      isShown={(path) => fields.some((field) => path === field || path.startsWith(`${field}.`))}
    >
      {({ document, draft, read }) => children({ seller: document, onEdit: draft.edit, read })}
    </ChapterFrame>
  );
}
