import { PreviewSection } from "./PreviewSection.tsx";

/** The reader's preview, to check drafts before they are published. */
export function DraftPreview({ slug }: { readonly slug: string }) {
  return (
    <PreviewSection
      slug={slug}
      title="Your preview"
      lead="The storefront with all drafts in it, at a secret address, for 24 hours. It takes test cards only and sends no email. Purchases in it do not change your stock, orders or reports. What you have sold is not in it, so every place is free."
      labels={{ open: "Preview the drafts", refresh: "Refresh with the current drafts" }}
    />
  );
}
