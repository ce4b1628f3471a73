import type { CounterExemptions, GroupMeta } from "@foyer/contract/shop/catalog.ts";

type WithMeta = { readonly meta: GroupMeta };
/** Which checks are skipped for a group. */
export type WithExemptions = { readonly exemptions: (group: WithMeta) => CounterExemptions };

/** On the web, nothing is exempt. */
export const noExemptions: WithExemptions["exemptions"] = () => ({});
/** At the counter, the checks that the group's catalogue entry waives. */
export const counterExemptions: WithExemptions["exemptions"] = ({ meta }) => meta.counter ?? {};
