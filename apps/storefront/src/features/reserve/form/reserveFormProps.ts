import type { ReactNode } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";

/** A step of the reserve form, and the step that gets the focus next. */
export type InitialStep = {
  readonly action:
    | { readonly type: "date chosen"; readonly day: string }
    | { readonly type: "dates opened" }
    | { readonly type: "flexible chosen" };
  readonly next: "date" | "session" | "tickets";
};

export type ReserveFormProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
  /** The step that was taken in `InitialReserveForm`, before this form was loaded. */
  readonly initialStep?: InitialStep | undefined;
};
