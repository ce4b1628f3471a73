import { foldCode } from "@foyer/rules/codes.ts";
import { todayAt } from "@foyer/rules/days.ts";
import { safePattern } from "@foyer/rules/pattern.ts";
import { cleanHtml } from "../http/cleanHtml.ts";
import { sayTabs, sayTwins, sayUnknownImage, type Book } from "./book.ts";
import type { Catalogue } from "./format.ts";
import { prepareDiscounts, type PreparedDiscount } from "./prepareDiscounts.ts";
import { prepareEvent, type PreparedEvent } from "./prepareEvent.ts";
import { sayIdentityForm } from "./prepareGroup.ts";
import { prepareImages, type PreparedImage } from "./prepareImages.ts";
import { prepareCodes, prepareRules, type PreparedCodeGroup, type PreparedRule } from "./prepareRules.ts";
import { preparePrograms, type PreparedProgram } from "./prepareMemberships.ts";
import { prepareSeatMap, type PreparedSeatMap } from "./prepareSeats.ts";
import type { Path, Problem } from "./problems.ts";
import { sayDoubts } from "./sayDoubts.ts";
import type { Source } from "./readCatalogue.ts";

/** A catalogue with everything worked out that needs no database: days, prices, pictures. Things still know each other by key. */
export type Prepared = {
  readonly file: string;
  readonly seller: Catalogue["seller"];
  readonly images: readonly PreparedImage[];
  readonly venues: readonly { key: string; name: string; timezone: string; address: string | null }[];
  readonly seatMaps: readonly PreparedSeatMap[];
  readonly events: readonly PreparedEvent[];
  readonly programs: readonly PreparedProgram[];
  readonly rules: readonly PreparedRule[];
  readonly codes: readonly PreparedCodeGroup[];
  readonly discounts: readonly PreparedDiscount[];
  /** Sessions of the catalogue that have begun: history, which an import does not write. */
  readonly past: number;
  /** What is brought in as it is written, and is hardly meant so. */
  readonly doubts: readonly Problem[];
  readonly problemAt: Source["problemAt"];
};

/** Works a catalogue out, and says everything that makes no sense in it. */
export const prepare = async (
  source: Source,
  { now, trusted }: { now: Temporal.Instant; trusted: boolean },
): Promise<{ prepared: Prepared; problems: Problem[] }> => {
  const { catalogue, problemAt } = source;
  const problems: Problem[] = [];
  const say = (path: Path, message: string) => void problems.push(problemAt(path, message));
  const book: Book = { catalogue, now, todayIn: (zone) => todayAt(now, zone), say };

  const seatMaps = Object.entries(catalogue.seat_maps ?? {}).map(([key, map]) => prepareSeatMap(book, key, map));
  const events = (catalogue.events ?? []).map((event, index) => prepareEvent(book, event, ["events", index], seatMaps));
  sayTwins(catalogue.events ?? [], ["events"], say);
  const [rules, codes, discounts] = [prepareRules(book), prepareCodes(book), prepareDiscounts(book)];
  const programs = preparePrograms(book);
  saySeller(book);
  const images = await prepareImages(source, { say, trusted });
  const venues = Object.entries(catalogue.venues ?? {}).map(([key, { address = null, ...venue }]) => ({
    key,
    ...venue,
    address,
  }));
  const doubts: Problem[] = [];
  sayDoubts(catalogue, (path, message) => void doubts.push(problemAt(path, message)));
  const past = events.reduce((sum, event) => sum + event.past, 0);
  return {
    prepared: {
      file: source.file,
      seller: cleanSeller(catalogue.seller),
      images,
      venues,
      seatMaps,
      events,
      programs,
      rules,
      codes,
      discounts,
      past,
      doubts,
      problemAt,
    },
    problems,
  };
};

/** Fields of the seller that name an image. */
export const sellerImages = [
  "logo",
  "logo_dark",
  "favicon",
  "share_image",
  "completed_image",
  "completed_mobile_image",
] as const;

const saySeller = ({ catalogue, say }: Book): void => {
  const { meta, web, configuration } = catalogue.seller;
  for (const field of sellerImages) sayUnknownImage(catalogue, meta?.[field], ["seller", "meta", field], say);
  const isEvent = (key: string) => catalogue.events?.some((event) => event.key === key) ?? false;
  for (const field of ["membership_event", "admission_event", "checkout_donation_event"] as const) {
    const key = web?.[field];
    if (key !== undefined && !isEvent(key)) say(["seller", "web", field], `names no event: '${key}'`);
  }
  for (const [index, block] of (web?.content_blocks ?? []).entries())
    for (const [at, key] of (block.events ?? []).entries())
      if (!isEvent(key)) say(["seller", "web", "content_blocks", index, "events", at], `names no event: '${key}'`);
  const chain = configuration?.upsells?.chain ?? [];
  for (const [index, key] of chain.entries()) {
    const at = ["seller", "configuration", "upsells", "chain", index];
    if (!isEvent(key)) say(at, `names no event: '${key}'`);
    else if (chain.indexOf(key) < index) say(at, `names the event '${key}' for the second time`);
  }
  const texts = new Set(catalogue.codes?.flatMap(({ codes }) => codes.map(({ code }) => foldCode(code))));
  for (const country of ["us", "gb"] as const) {
    const code = configuration?.zip_codes?.[country];
    if (code !== undefined && !texts.has(foldCode(code)))
      say(["seller", "configuration", "zip_codes", country], `names no code: '${code}'`);
  }
  sayIdentityForm(configuration?.identity_form, ["seller", "configuration", "identity_form"], say);
  sayTabs(web?.session_picker_tabs, ["seller", "web", "session_picker_tabs"], say);
  for (const field of ["adult_regexp", "child_regexp"] as const) {
    const pattern = configuration?.citypass_code_groups?.[field];
    if (pattern !== undefined && !safePattern(pattern))
      say(["seller", "configuration", "citypass_code_groups", field], "is no regular expression that is safe to run");
  }
};

const cleanSeller = (seller: Catalogue["seller"]): Catalogue["seller"] => {
  if (!seller.web) return seller;
  const { content_blocks, terms, ...web } = seller.web;
  return {
    ...seller,
    web: {
      ...web,
      ...(content_blocks && {
        content_blocks: content_blocks.map((block) => ({ ...block, html: cleanHtml(block.html) })),
      }),
      ...(terms && { terms: { ...terms, html: cleanHtml(terms.html) } }),
    },
  };
};
