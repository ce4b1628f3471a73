import { Button } from "@foyer/ui/action/Button.tsx";
import { Prose } from "@foyer/ui/content/Prose.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { recordsOf, textOf, type Loose } from "../document.ts";
import { StorefrontFrame } from "../brand/StorefrontFrame.tsx";
import { themeOf } from "../brand/themeOf.ts";
import { useCleanWriting } from "../writing/useCleanWriting.ts";
import { chosenWays, ways } from "./homeWays.ts";
import css from "./Pages.module.css";

type PreviewProps = {
  readonly slug: string;
  readonly seller: Loose;
  readonly web: Loose;
  /** Shows the home page in place of the list of events. */
  readonly isHome: boolean;
};

/** A list of events, or the home page, as on a phone, with what the forms add around it. */
export function PagesPreview({ slug, seller, web, isHome }: PreviewProps) {
  const theme = themeOf(seller["theme"]);
  const blocks = recordsOf(web["content_blocks"]).filter(({ enabled }) => enabled !== false);
  const inSlot = (slot: string) =>
    blocks
      .filter((block) => block["slot"] === slot)
      .map((block, index) => <BlockPreview key={index} slug={slug} html={textOf(block["html"])} />);
  return (
    <section className={css.preview} aria-label="Preview">
      <StorefrontFrame
        title={isHome ? "The home page in the draft" : "The list of events in the draft"}
        theme={theme}
        mode={theme.mode === "dark" ? "dark" : "light"}
        width={390}
      >
        <Page>
          <div className={css.sample}>
            <p className={css.name}>{textOf(seller["name"])}</p>
            {inSlot("top")}
            {isHome ? <HomeSample web={web} /> : <ListSample web={web} />}
            {inSlot("bottom")}
            <ul className={css.row}>
              {recordsOf(web["footer_links"]).map(({ label }, index) => (
                <li key={index}>{textOf(label)}</li>
              ))}
            </ul>
          </div>
        </Page>
      </StorefrontFrame>
      <p className={css.quiet}>Shows the blocks of all pages together. Each block sets who sees it, and where.</p>
    </section>
  );
}

function ListSample({ web }: Pick<PreviewProps, "web">) {
  return (
    <>
      <h1>{textOf(web["listing_title"]) || "Events"}</h1>
      <div className={css.row}>
        {recordsOf(web["collections"]).map(({ title }, index) => (
          <Button key={index} size="small">
            {textOf(title)}
          </Button>
        ))}
      </div>
      <p className={css.quiet}>Here are the events.</p>
    </>
  );
}

function HomeSample({ web }: Pick<PreviewProps, "web">) {
  return (
    <>
      <h1>Welcome</h1>
      <ul role="list" className={css.ways} aria-label="Links of the home page">
        {chosenWays(web).map((way, index) => (
          <li key={way}>
            <Button kind={index === 0 ? "primary" : "quiet"}>{ways[way]}</Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function BlockPreview({ slug, html }: { readonly slug: string; readonly html: string }) {
  const clean = useCleanWriting(slug, html);
  if (html === "" || !clean) return null;
  return (
    <Prose>
      <div dangerouslySetInnerHTML={{ __html: clean.html }} />
    </Prose>
  );
}
