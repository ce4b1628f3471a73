import type { beginEvent } from "@foyer/contract/office/catalogue/catalogueEvents.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import {
  eventFromPattern,
  copyOfEvent,
  type EventSurroundings,
  type NewEvent,
} from "@foyer/rules/catalog/eventPatterns.ts";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { chapterOf, chaptersOf, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import type { PreparedCatalogue } from "../../catalogue/validate/prepareCatalogue.ts";
import { baseCatalogue } from "./baseCatalogue.ts";
import { checkDocument } from "./checkDocument.ts";
import { beginDraft, saveAgain } from "./draftUseCases.ts";
import { draftRows } from "./drafts.sql.ts";
import { joinDrafts } from "./joinDrafts.ts";
import { takenChapters } from "./keys/takenChapters.ts";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const keysAmong = (chapters: readonly string[], kind: string): string[] =>
  chapters.flatMap((chapter) => (chapter.startsWith(`${kind}/`) ? [chapter.slice(kind.length + 1)] : []));
const keysOf = (document: CatalogueDocument, kind: string): string[] => keysAmong(chaptersOf(document), kind);

/** What a new event can build on. The hall's zones are known only if the catalogue can be parsed as a whole. */
export const surroundingsOf = (
  document: CatalogueDocument,
  prepared: Pick<PreparedCatalogue, "seatMaps" | "programs"> | undefined,
): Omit<EventSurroundings, "name" | "key" | "today"> => {
  const programs = chapterOf(document, "programs");
  const hall = prepared?.seatMaps.find(({ seats }) => seats.length > 0);
  const program = prepared?.programs.find(({ roles }) => roles.length > 0);
  const [role] = program?.roles ?? [];
  return {
    venue: keysOf(document, "venue")[0],
    hall: hall && { key: hall.key, zones: [...new Set(hall.seats.map(({ zone }) => zone))] },
    hallKeys: keysOf(document, "hall"),
    programs: Array.isArray(programs) ? programs.filter(isRecord) : [],
    role: program && role && { program: program.key, key: role.key },
  };
};

/** Drafts a new event, from a pattern or as a copy. */
export const beginNewEvent = (
  ctx: StaffContext,
  { name, from }: StaffReceived<typeof beginEvent>,
): Promise<StaffReply<typeof beginEvent>> =>
  changing(ctx, async (ctx) => {
    const base = await baseCatalogue(ctx);
    const drafts = await draftRows(ctx);
    const { document } = joinDrafts(base, drafts);
    // The key of an event that was sold and removed would bring that event back.
    const taken = await takenChapters(ctx, [document, base.document]);
    const key = newKey(name, keysAmong(taken, "event"));
    const { event, others } = await newEvent(ctx, { key, name, from, document });
    const chapters = [...others, { chapter: `event/${key}`, document: event }];
    for (const { chapter, document: fields } of chapters) {
      const draft = drafts.find((one) => one.chapter === chapter);
      if (draft) await saveAgain(ctx, { chapter, version: draft.version, document: fields });
      else await beginDraft(ctx, chapter, fields);
      await audit(ctx, { action: "catalogue.draft_saved", entity: { kind: "chapter", id: chapter } });
    }
    return { key, chapters: chapters.map(({ chapter }) => chapter) };
  });

type Beginning = StaffReceived<typeof beginEvent> & { readonly key: string; readonly document: CatalogueDocument };

const newEvent = async (ctx: StaffContext, { key, name, from, document }: Beginning): Promise<NewEvent> => {
  if ("event" in from) {
    const copied = chapterOf(document, `event/${from.event}`);
    if (!isRecord(copied)) throw new Refused({ code: "not_found", context: "staff" });
    return { event: copyOfEvent(copied, { key, name }), others: [] };
  }
  const { prepared } = await checkDocument(ctx, document, { lock: false });
  const today = todayAt(ctx.now, ctx.seller.timezone);
  return eventFromPattern(from.pattern, { key, name, today, ...surroundingsOf(document, prepared) });
};
