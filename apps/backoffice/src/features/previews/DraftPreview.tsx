import { PreviewSection } from "./PreviewSection.tsx";

/** The reader's preview, where drafts are looked at before they are published. */
export function DraftPreview({ slug }: { readonly slug: string }) {
  return (
    <PreviewSection
      slug={slug}
      title="Your preview"
      lead="The storefront with all drafts in it, at an address that nobody guesses, for 24 hours. It takes test cards, sends no e-mail, and nothing that is done in it reaches your tickets, orders or reports. Nothing is sold in it yet, so every place is free."
      labels={{ open: "Preview the drafts", refresh: "Refresh with the drafts of now" }}
    />
  );
}
