import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Currency, Day, Id, Instant, Money, SignedMoney } from "../../basics.ts";
import { promoCodeLimits } from "../../shop/cartChange.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * The state of a code, the first that applies: withdrawn by the catalogue, paused by staff, expired, not yet valid, or used
 * up.
 */
export const codeStates = ["active", "retired", "paused", "expired", "not_yet_valid", "used_up"] as const;
export type CodeState = (typeof codeStates)[number];

const CodeText = z.string().check(z.trim(), z.minLength(promoCodeLimits.min), z.maxLength(promoCodeLimits.max));
/** Null means no limit. */
const MaxUses = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)));
/** The same in replies, where 0 is possible: a catalogue may have codes that nobody may use. */
export const ShownMaxUses = z.nullable(z.int().check(z.minimum(0)));
/** Days in the seller's time zone, both included. */
const validity = { first_day: z.optional(Day), last_day: z.optional(Day) };

export const CodeListRow = z.object({
  id: Id,
  code: z.string(),
  group: z.object({ id: Id, name: z.string() }),
  state: z.enum(codeStates),
  used: z.int(),
  max_uses: ShownMaxUses,
  valid_from: z.nullable(Instant),
  /** Exclusive. */
  valid_to: z.nullable(Instant),
  /** The code was made or changed in the back office: an import of the catalogue leaves it unchanged. */
  by_office: z.boolean(),
});
export type CodeListRow = z.infer<typeof CodeListRow>;

export const codePageSize = 50;
export const codeFilters = {
  code_group_id: z.optional(Id),
  state: z.optional(z.enum(codeStates)),
  use: z.optional(z.enum(["used", "unused"])),
};

export const codeList = {
  name: "code",
  columns: {
    code: { label: "Code" },
    group: { label: "Group" },
    used: { label: "Used", isNumber: true },
    state: { label: "State" },
    valid_from: { label: "From", isExtra: true },
    valid_to: { label: "Until", isExtra: true },
  },
  sorts: { code: "ascending", used: "descending", valid_to: "ascending" },
  usual: "code",
} as const satisfies ListShape;

/**
 * Sorted by code unless `sort` is set. `q`: the beginning of a code. `after`: `next` of the previous page. Gift codes
 * belong to memberships and are not listed.
 */
export const listCodes = staffEndpoint({
  name: "listCodes",
  method: "GET",
  path: "/codes",
  summary: "Find promo codes",
  can: "code.read",
  audits: null,
  query: z.strictObject({
    ...codeFilters,
    q: z.optional(z.string().check(z.minLength(1), z.maxLength(promoCodeLimits.max))),
    sort: sortOf(codeList),
    after: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  reply: z.object({ codes: z.array(CodeListRow), next: z.nullable(z.string()) }),
});

export const CodeGroupSummary = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  used: z.int(),
  max_uses: ShownMaxUses,
  /** The maximum number of uses per buyer. */
  max_uses_each: ShownMaxUses,
  codes: z.int(),
  /** The names of the discounts that its codes unlock, and the texts of the rules that they lift. */
  discounts: z.array(z.string()),
  rules: z.array(z.string()),
});
export type CodeGroupSummary = z.infer<typeof CodeGroupSummary>;

export const listCodeGroups = staffEndpoint({
  name: "listCodeGroups",
  method: "GET",
  path: "/code_groups",
  summary: "List code groups with what they serve",
  can: "code.read",
  audits: null,
  reply: z.object({ groups: z.array(CodeGroupSummary) }),
});

const ofCode = z.strictObject({ code_id: Id });

export const CodePage = z.object({
  ...CodeListRow.shape,
  /** A link that opens the storefront and adds the code to the visitor's cart. */
  link: z.string(),
  currency: Currency,
  /** The version that a change of the limit is made from. Uses do not change it. */
  version: z.string(),
  discounts: z.array(z.string()),
  rules: z.array(z.string()),
  /** Where the code is used. Each order counts once, cancelled ones included. */
  use: z.object({
    /** Carts with the code that have not ended. */
    carts: z.int(),
    orders: z.int(),
    /** Distinct e-mail addresses. */
    buyers: z.int(),
    /** The amount taken off these orders, as in the codes report. */
    taken_off: Money,
    /** The revenue of these orders, as in the codes report: without tax and fees, less what was given up. */
    revenue: SignedMoney,
  }),
});
export type CodePage = z.infer<typeof CodePage>;

export const readCode = staffEndpoint({
  name: "readCode",
  method: "GET",
  path: "/codes/:code_id",
  summary: "A promo code and where it is at work",
  can: "code.read",
  audits: null,
  params: ofCode,
  reply: CodePage,
});

/**
 * Refused with `duplicate_code` and the id of the existing code, or with `is_gift` if it is a gift code. Codes are compared
 * without case and surrounding spaces.
 */
export const makeCode = staffEndpoint({
  name: "makeCode",
  method: "POST",
  path: "/codes",
  summary: "Make a promo code",
  can: "code.edit",
  audits: "code.made",
  body: z.strictObject({ code_group_id: Id, code: CodeText, max_uses: MaxUses, ...validity }),
  reply: z.object({ id: Id }),
});

export const maxCodesAtOnce = 100_000;

/**
 * Makes codes of a prefix and random characters, as a job. Refused with `validation_failed` if there are fewer than 1,000
 * possible codes for each one to make; `length` is then the number of random characters that suffices.
 */
export const makeCodes = staffEndpoint({
  name: "makeCodes",
  method: "POST",
  path: "/code_batches",
  summary: "Make promo codes in bulk",
  can: "code.edit",
  mergesRepeats: true,
  audits: "code.batch_started",
  body: z.strictObject({
    code_group_id: Id,
    prefix: z.string().check(z.trim(), z.maxLength(30), z.regex(/^[\p{L}\p{N}_.-]*$/u)),
    length: z.int().check(z.minimum(1), z.maximum(promoCodeLimits.max)),
    quantity: z.int().check(z.minimum(1), z.maximum(maxCodesAtOnce)),
    max_uses: MaxUses,
    ...validity,
    reason: Reason,
  }),
  reply: z.object({ batch_id: Id }),
});

export const CodeBatch = z.object({
  id: Id,
  group: z.string(),
  /** Imported from a file, so there is no pattern. */
  is_imported: z.boolean(),
  prefix: z.string(),
  quantity: z.int(),
  made: z.int(),
  reason: z.string(),
  by: z.string(),
  created_at: Instant,
});
export type CodeBatch = z.infer<typeof CodeBatch>;

export const listCodeBatches = staffEndpoint({
  name: "listCodeBatches",
  method: "GET",
  path: "/code_batches",
  summary: "List codes that were made in bulk or imported",
  can: "code.read",
  audits: null,
  reply: z.object({ batches: z.array(CodeBatch) }),
});

/** Can be repeated without a limit. */
export const downloadCodes = staffEndpoint({
  name: "downloadCodes",
  method: "GET",
  path: "/code_batches/:batch_id/codes.csv",
  summary: "Download codes that were made in bulk or imported",
  can: "code.edit",
  audits: "code.downloaded",
  params: z.strictObject({ batch_id: Id }),
  reply: z.unknown(),
  raw: true,
});

/**
 * Pauses or resumes codes: those named by id, or those that match the list's filters (group, state or use). A call without
 * either is refused. A paused code is treated as unknown; carts that already have it keep its effect until they change.
 */
export const pauseCodes = staffEndpoint({
  name: "pauseCodes",
  method: "POST",
  path: "/codes/pause",
  summary: "Pause promo codes, or start them again",
  can: "code.edit",
  audits: "code.paused",
  body: z.strictObject({
    is_paused: z.boolean(),
    code_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
    /** Only codes that were paused together at this moment, which is the `paused_at` of that reply. */
    paused_at: z.optional(Instant),
    ...codeFilters,
  }),
  /** `paused_at`: the moment at which the codes were paused; null if none was. */
  reply: z.object({ changed: z.int(), paused_at: z.nullable(Instant) }),
});

/** How many paused codes match the filters. */
export const countPausedCodes = staffEndpoint({
  name: "countPausedCodes",
  method: "GET",
  path: "/paused_codes",
  summary: "Count the promo codes that resuming them together would resume",
  can: "code.edit",
  audits: null,
  query: z.strictObject(codeFilters),
  reply: z.object({ count: z.int() }),
});

/** A limit below the current number of uses is refused with `validation_failed` and that number. */
export const limitCode = staffEndpoint({
  name: "limitCode",
  method: "POST",
  path: "/codes/:code_id/limit",
  summary: "Raise or lower the limit of a promo code",
  can: "code.edit",
  audits: "code.limited",
  params: ofCode,
  body: z.strictObject({ version: Version, max_uses: MaxUses }),
  reply: Nothing,
});
