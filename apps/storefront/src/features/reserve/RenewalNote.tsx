import type { EventReply } from "@foyer/contract/catalog.ts";
import { useStrength } from "../login/loggedIn.ts";
import { renewalPart } from "./parts.ts";

export type RenewalNoteProps = { readonly event: EventReply; readonly day: string | undefined };

/** A member whose membership ends before the day they choose is told to renew it (requirements EVENT-55). */
export function RenewalNote(props: RenewalNoteProps) {
  const strength = useStrength();
  const part = renewalPart.usePartWhen(strength !== "none" && props.day !== undefined);
  return part && <part.RenewalBanner {...props} />;
}
