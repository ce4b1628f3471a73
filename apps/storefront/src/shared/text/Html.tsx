import { Prose } from "@foyer/ui/content/Prose.tsx";

/**
 * Renders a seller's HTML. This is the only place that inserts HTML into the page; the server has sanitised it
 * (http/sanitize/cleanHtml.ts). Never pass HTML from elsewhere.
 */
export function Html({ html }: { readonly html: string }) {
  return (
    <Prose>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Prose>
  );
}
