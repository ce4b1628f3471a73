import * as z from "zod/mini";
import { ChangeRules } from "../aftersale/changePolicy.ts";
import { IdentityForm } from "../forms/identityForm.ts";
import { EventGate } from "./gateSettings.ts";
import { PictureFocus } from "../pictureFocus.ts";

/** Behaviour and pictures of an event as a catalogue says them. Picture fields name an image by its key. */
export const EventMetaInFile = z.strictObject({
  ticket_date_time: z.optional(z.string()),
  /** Sessions over five hours are treated as appointments rather than days: their start is shown, and sales end with it. */
  names_start: z.optional(z.boolean()),
  pad_pre_start: z.optional(z.int()),
  pad_post_end: z.optional(z.int()),
  tickets_must_match_anchor_tickets: z.optional(z.boolean()),
  requires_anchor: z.optional(z.boolean()),
  /** The maximum number of tickets of this event per order, across its groups. */
  max_tickets_per_order: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  admit_names: z.optional(z.enum(["required", "optional"])),
  admit_emails: z.optional(z.enum(["required", "optional"])),
  hide_event_details: z.optional(z.boolean()),
  reserve_flow: z.optional(z.enum(["date_first", "quantity_first"])),
  image_cover: z.optional(z.string()),
  image_profile: z.optional(z.string()),
  image_profile_alt_text: z.optional(z.string()),
  image_profile_no_cropping: z.optional(z.boolean()),
  identity_form: z.optional(IdentityForm),
  /** How its tickets can be changed after the sale, where it differs from the seller's `self_edit`. */
  self_edit: z.optional(ChangeRules),
  /** When people are admitted at the gate. */
  gate: z.optional(EventGate),
});

/** The same with the pictures' own data. Picture fields hold the id of an image asset. */
export const EventMeta = z.extend(EventMetaInFile, {
  image_cover_focus: z.optional(PictureFocus),
  image_profile_focus: z.optional(PictureFocus),
});
export type EventMeta = z.infer<typeof EventMeta>;

export const PriceDisplay = z.strictObject({
  primary_ticket_type: z.optional(z.string()),
  primary_prefix: z.optional(z.string()),
  secondary_ticket_type: z.optional(z.string()),
  secondary_prefix: z.optional(z.string()),
  message: z.optional(z.string()),
});

export const SessionPickerTab = z.strictObject({ label: z.string(), start: z.string(), end: z.string() });

/** Web settings of one event. The seller's settings apply where a key is absent. */
export const EventConfig = z.strictObject({
  citypass: z.optional(z.boolean()),
  next_route: z.optional(z.string()),
  hide_sold_out_sessions: z.optional(z.boolean()),
  price_display: z.optional(PriceDisplay),
  session_picker_tabs: z.optional(z.array(SessionPickerTab).check(z.minLength(2), z.maxLength(3))),
});
export type EventConfig = z.infer<typeof EventConfig>;
