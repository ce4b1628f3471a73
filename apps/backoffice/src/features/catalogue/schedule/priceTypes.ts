import { createContext } from "react";
import { defaultHandler, type Handler } from "@foyer/contract/handlers.ts";
import { handlerPolicies, needsSession } from "@foyer/rules/catalog/handlers.ts";
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

const isHandler = (name: string): name is Handler => Object.hasOwn(handlerPolicies, name);

/** Whether the tickets of a group are for a session, so that their price can depend on it. */
const isForSessions = (group: Loose): boolean => {
  const handler = textOf(group["handler"]) || defaultHandler;
  const policy = group["start_policy"];
  const start_policy = policy === "fixedfrom" || policy === "fixedto" ? policy : null;
  return !isHandler(handler) || needsSession({ handler, start_policy });
};

/**
 * The types whose price can differ by session, and those that only `amounts` name: they were removed or are for no
 * session, and their amounts can be emptied.
 */
export const sessionPricedTypes = (event: Loose, amounts: readonly Loose[]): readonly OfferedType[] => {
  const all = typesOf(event);
  const forSessions = new Set(
    typesOf({ groups: recordsOf(event["groups"]).filter(isForSessions) }).map(({ key }) => key),
  );
  const offered = all.filter(({ key }) => forSessions.has(key));
  const named = new Set(amounts.flatMap((list) => Object.keys(list)));
  const others = [...named]
    .filter((key) => !forSessions.has(key))
    .map((key) => all.find((type) => type.key === key) ?? { key, name: key, price: "" });
  return [...offered, ...others];
};

/** The event whose sessions are edited, for the prices of its ticket types. */
export const EventOfSessions = createContext<Loose>({});

export const ruleNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `Rule ${index + 1}`);
