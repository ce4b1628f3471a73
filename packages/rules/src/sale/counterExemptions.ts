import type { CounterExemptions, GroupMeta } from "@foyer/contract/shop/catalog.ts";

type WithMeta = { readonly meta: GroupMeta };
/** What is not checked of a group. */
export type WithExemptions = { readonly exemptions: (group: WithMeta) => CounterExemptions };

/** On the web everything is checked. */
export const noExemptions: WithExemptions["exemptions"] = () => ({});
/** At the counter, what the catalogue says of the group is not. */
export const counterExemptions: WithExemptions["exemptions"] = ({ meta }) => meta.counter ?? {};
