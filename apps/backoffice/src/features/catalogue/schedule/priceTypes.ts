import { createContext } from "react";
import { recordsOf, textOf, type Loose } from "../document.ts";

/** A ticket type of an event as 'group/type', with its base price as written. */
export type OfferedType = { readonly key: string; readonly name: string; readonly price: string };

/** Includes the group's name if there are several groups. */
export const typesOf = (event: Loose): readonly OfferedType[] => {
  const groups = recordsOf(event["groups"]);
  return groups.flatMap((group) =>
    recordsOf(group["types"]).map((type) => ({
      key: `${textOf(group["key"])}/${textOf(type["key"])}`,
      name: [textOf(type["name"]) || "Without a name", groups.length > 1 ? textOf(group["name"]) : ""]
        .filter((part) => part !== "")
        .join(", "),
      price: textOf(type["price"]),
    })),
  );
};

/** The ticket types of the event whose sessions are edited. */
export const EventTypes = createContext<readonly OfferedType[]>([]);

export const ruleNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `Rule ${index + 1}`);
