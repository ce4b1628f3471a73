import { useState } from "react";
import { Link, useParams } from "@tanstack/react-router";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { ThingHistory } from "../../../shared/audit/ThingHistory.tsx";
import { ChapterFrame, type OpenedChapter } from "../ChapterFrame.tsx";
import { textOf, type Loose } from "../document.ts";
import { EventChecklist } from "./EventChecklist.tsx";
import { EventTexts } from "./EventTexts.tsx";
import { GroupsForm } from "./GroupsForm.tsx";
import { EventAfterSale } from "../rules/EventAfterSale.tsx";
import { PriceRulesForm } from "../schedule/PriceRulesForm.tsx";
import { ScheduleForm } from "../schedule/ScheduleForm.tsx";
import css from "../catalogue.module.css";

const lazyEventPictures = lazyModule(() => import("./EventPictures.tsx"));

/** An event: its texts, groups, ticket types and prices, as a draft that saves itself. */
export function EventScreen() {
  const { slug, key } = useParams({ from: "/signed-in/$slug/catalogue/event/$key" });
  const chapter = `event/${key}`;
  return (
    <ChapterFrame
      slug={slug}
      chapter={chapter}
      title="Event"
      titleOf={(event) => textOf(event["name"]) || "Event without a name"}
      noun="event"
    >
      {(opened) => <EventForms slug={slug} chapter={chapter} opened={opened} />}
    </ChapterFrame>
  );
}

type FormsProps = { readonly slug: string; readonly chapter: string; readonly opened: OpenedChapter };

function EventForms({ slug, chapter, opened }: FormsProps) {
  const { document: event, draft, read } = opened;
  const [tab, setTab] = useState("texts");
  return (
    <>
      <div className={css.columns}>
        <Tabs
          label="Parts of the event"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "texts", label: "Texts" },
            { value: "pictures", label: "Pictures" },
            { value: "groups", label: "Groups & prices" },
            { value: "sessions", label: "Sessions" },
            { value: "rules", label: "Prices by day" },
            { value: "after-sale", label: "After the sale" },
          ]}
        >
          {tab === "texts" && <EventTexts slug={slug} event={event} onEdit={draft.edit} />}
          {tab === "pictures" && (
            <LazyPart part={lazyEventPictures} skeleton="tile" count={2}>
              {(part) => <part.EventPictures slug={slug} event={event} onEdit={draft.edit} />}
            </LazyPart>
          )}
          {tab === "groups" && (
            <GroupsForm slug={slug} event={event} read={read} onEdit={draft.edit as (event: Loose) => void} />
          )}
          {tab === "rules" && <PriceRulesForm event={event} read={read} onEdit={draft.edit} />}
          {tab === "after-sale" && <EventAfterSale slug={slug} event={event} read={read} onEdit={draft.edit} />}
          {tab === "sessions" && (
            <>
              {read.published !== null && (
                <p className={css.quiet}>
                  <Link
                    to="/$slug/catalogue/event/$key/sessions"
                    params={{ slug, key: chapter.slice("event/".length) }}
                  >
                    Find and change published sessions
                  </Link>
                </p>
              )}
              <ScheduleForm event={event} read={read} onEdit={draft.edit} />
            </>
          )}
        </Tabs>
        <EventChecklist checklist={draft.checklist} storefront={read.storefront} />
      </div>
      <p className={css.quiet}>
        To edit anything that these forms do not cover, use{" "}
        <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: chapter }}>
          the event as YAML
        </Link>
        .
      </p>
      <ThingHistory slug={slug} kind="chapter" id={chapter} />
    </>
  );
}
