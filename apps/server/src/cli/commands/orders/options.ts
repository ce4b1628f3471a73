import { parseArgs } from "node:util";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import type { VenueNote } from "../../../modules/checkout/change/recordOrderChange.ts";

const options = {
  tickets: { type: "string" },
  to: { type: "string" },
  type: { type: "string" },
  seats: { type: "string" },
  "refund-to": { type: "string" },
  "waive-fee": { type: "boolean" },
  "waive-difference": { type: "boolean" },
  reason: { type: "string" },
  by: { type: "string" },
  confirm: { type: "boolean" },
} as const;

export const parseOptions = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true });
export type Options = ReturnType<typeof parseOptions>["values"];

const ofCancel = ["tickets", "to", "waive-fee", "reason", "by", "confirm"] as const;
const ofAction: Readonly<Record<"show" | "cancel" | "move", readonly string[]>> = {
  show: [],
  cancel: ofCancel,
  move: [...ofCancel, "type", "seats", "refund-to", "waive-difference"],
};
type Action = keyof typeof ofAction;

export const isAction = (text: string | undefined): text is Action =>
  text !== undefined && Object.hasOwn(ofAction, text);

export const refuseOtherOptions = (action: Action, values: Options): void => {
  const other = Object.keys(values).find((name) => !ofAction[action].includes(name));
  if (other !== undefined) throw new Error(`${action} has no option --${other}.`);
};

export const noteOf = ({ reason = "", by = "" }: Options): VenueNote => {
  if (reason.trim() === "" || by.trim() === "") throw new Error("--confirm needs --reason and --by.");
  return { reason: reason.trim(), made_by: by.trim() };
};

export const destinationOf = (option: string, given = "same_means"): RefundPreference => {
  if (given !== "same_means" && given !== "gift_card") throw new Error(`${option} must be same_means or gift_card.`);
  return given;
};

/** Parses 'a, b' as a list; returns undefined if the option is missing. */
export const listOf = (given: string | undefined): readonly string[] | undefined =>
  given?.split(",").map((text) => text.trim());
