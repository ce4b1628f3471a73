import type { EditedEvent, readCatalogueOverview, readChapter } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";
import { fromDecimal, toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { chapterOf, chaptersOf, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { revisionRows } from "../../catalogue/revisions/revisions.sql.ts";
import { baseCatalogue, findBase } from "./baseCatalogue.ts";
import { chapterChecklist } from "./chapterChecklist.ts";
import { checkDocument } from "./checkDocument.ts";
import { draftRows, findDraft } from "./drafts.sql.ts";
import { editedChapters, joinDrafts, mergeDraft, summaryOf } from "./joinDrafts.ts";
import { takenChapters } from "./keys/takenChapters.ts";
import { cartsByType, publishedEventId, sessionsAhead } from "./overview.sql.ts";

/** A draft may contain anything, so its parts are read defensively. */
type Loose = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const eventKeys = (document: CatalogueDocument): string[] =>
  listOf(document["events"]).flatMap((event) => textOf(event["key"]) ?? []);

export const readOverview = async (ctx: StaffContext): Promise<StaffReply<typeof readCatalogueOverview>> => {
  const { db, seller } = ctx;
  const { default_currency_code: currency } = seller;
  const base = await findBase(ctx);
  if (!base) return { revision: null, is_editable: false, events: [], drafts: [], chapters: [], taken: [], currency };
  const rows = await draftRows(ctx);
  const { document } = joinDrafts(base, rows);
  const drafts = rows.map((draft) => summaryOf(draft, base));
  const ahead = new Map((await sessionsAhead(db, seller.id)).map((row) => [row.key, row]));
  const published = new Set(eventKeys(base.document));
  // An event that a draft removes stays in the list until the removal is published.
  const keys = [...new Set([...eventKeys(document), ...published])];
  const [revision = null] = await revisionRows(db, seller.id, { limit: 1 });
  return {
    revision,
    is_editable: true,
    drafts,
    currency,
    taken: await takenChapters(ctx, [base.document, document]),
    chapters: [...new Set([...chaptersOf(document), ...drafts.map(({ chapter }) => chapter)])].filter(
      (chapter) => !chapter.startsWith("event/"),
    ),
    events: keys.map((key): EditedEvent => {
      const chapter = `event/${key}`;
      const found = chapterOf(document, chapter) ?? chapterOf(base.document, chapter);
      return {
        ...eventSummary(isRecord(found) ? found : {}, currency),
        key,
        sessions_ahead: ahead.get(key)?.sessions ?? 0,
        next_session: ahead.get(key)?.next_session ?? null,
        timezone: ahead.get(key)?.timezone ?? seller.timezone,
        is_published: published.has(key),
        draft: drafts.find((draft) => draft.chapter === chapter) ?? null,
      };
    }),
  };
};

/** As on the storefront, free types are ignored if there are others. */
const lowest = (prices: readonly Minor[]): Minor => {
  const paid = prices.filter((price) => price > 0);
  return paid.length > 0 ? Math.min(...paid) : 0;
};

const eventSummary = (event: Loose, currency: string) => {
  const types = listOf(event["groups"]).flatMap((group) => listOf(group["types"]));
  const prices = types.flatMap(({ price }) => fromDecimal(String(price), currency) ?? []);
  return {
    name: textOf(event["name"]) ?? "Without a name",
    category: textOf(event["category"]),
    visibility: textOf(event["hidden_type"]) ?? "public_browsable",
    groups: listOf(event["groups"]).length,
    types: types.length,
    price_from: prices.length > 0 ? toDecimal(lowest(prices), currency) : null,
  };
};

export const readOneChapter = async (
  ctx: StaffContext,
  { chapter }: StaffReceived<typeof readChapter>,
): Promise<StaffReply<typeof readChapter>> => {
  const { db, seller } = ctx;
  const base = await baseCatalogue(ctx);
  const draft = await findDraft(ctx, chapter);
  const rows = await draftRows(ctx);
  const { document } = joinDrafts(base, rows);
  const edited = editedChapters(rows);
  const { errors, doubts, brokenPromises, prepared } = await checkDocument(ctx, document, { lock: false, edited });
  const key = chapter.startsWith("event/") ? chapter.slice("event/".length) : undefined;
  const timezone = prepared?.events.find((event) => event.key === key)?.timezone ?? seller.timezone;
  return {
    revision: base.number,
    published: chapterOf(base.document, chapter) ?? null,
    draft: draft ? { ...summaryOf(draft, base), document: draft.document } : null,
    errors: [...errors, ...brokenPromises],
    doubts: [...doubts],
    conflicts: draft ? [...mergeDraft(draft, base).conflicts] : [],
    carts: key === undefined ? {} : await cartsByType(db, seller.id, key),
    checklist: await chapterChecklist(ctx, chapter, prepared),
    storefront: key === undefined ? null : await addressOfEvent(ctx, key),
    currency: seller.default_currency_code,
    decimals: currencyExponent(seller.default_currency_code),
    amount_step: sellerAmountStep(seller),
    timezone,
    today: todayAt(ctx.now, timezone),
    venue: key === undefined ? null : venueOfEvent(document, key),
  };
};

/** The storefront may be on another host than the back office. */
const addressOfEvent = async ({ db, seller, providers }: StaffContext, key: string): Promise<string | null> => {
  const id = await publishedEventId(db, seller.id, key);
  return id === undefined ? null : `${providers.origin}/${seller.slug}/events/${id}`;
};

/** The venue that an event of the drafts names, or else the only venue. */
export const venueOfEvent = (document: CatalogueDocument, event: string): StaffReply<typeof readChapter>["venue"] => {
  const keys = chaptersOf(document).flatMap((chapter) => (chapter.startsWith("venue/") ? chapter.slice(6) : []));
  const named = textOf((chapterOf(document, `event/${event}`) as Loose | undefined)?.["venue"]);
  const key = named ?? (keys.length === 1 ? keys[0] : undefined);
  const venue = key === undefined ? undefined : (chapterOf(document, `venue/${key}`) as Loose | undefined);
  if (key === undefined || !venue) return null;
  const closed = venue["closed"];
  return { key, name: textOf(venue["name"]) ?? key, closed: Array.isArray(closed) ? closed : [] };
};
