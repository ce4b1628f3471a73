import { Prose } from "@foyer/ui/content/Prose.tsx";

/**
 * A seller's HTML. The one place that puts HTML into the page: the server has cleaned it (http/cleanHtml.ts) on its way
 * out, with the seller's data or with an answer of the API. Never give it anything that comes from elsewhere.
 */
export function Html({ html }: { readonly html: string }) {
  return (
    <Prose>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Prose>
  );
}
