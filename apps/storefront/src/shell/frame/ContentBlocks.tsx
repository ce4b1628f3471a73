import { Page } from "@foyer/ui/layout/Layout.tsx";
import type { ContentBlock } from "@foyer/contract/shop/seller.ts";
import { hasWholeLogin } from "../../features/login/loginMethod.ts";
import { useLoginStrength } from "../../features/login/session/loginStrength.ts";
import { Html } from "../../shared/text/Html.tsx";
import { useSeller } from "../../shared/seller/seller.tsx";
import css from "./ContentBlocks.module.css";

type Role = "anonymous" | "member";

/** The visitor's location: the route, and on an event page the event too. */
export type BlockLocation = { readonly route: string; readonly event_id?: string | undefined };

/** The seller's content blocks for a slot, a location and a role. */
export const visibleBlocks = (
  blocks: readonly ContentBlock[],
  slot: ContentBlock["slot"],
  { route, event_id }: BlockLocation,
  role: Role,
): readonly ContentBlock[] =>
  blocks.filter(
    (block) =>
      block.slot === slot &&
      block.enabled !== false &&
      (block.routes?.includes(route) ?? true) &&
      (block.event_ids === undefined || (event_id !== undefined && block.event_ids.includes(event_id))) &&
      (block.roles?.includes(role) ?? true),
  );

export function ContentBlocks({ slot, ...location }: BlockLocation & { readonly slot: ContentBlock["slot"] }) {
  const { configuration, web } = useSeller();
  const role = hasWholeLogin(useLoginStrength(), configuration) ? "member" : "anonymous";
  const blocks = visibleBlocks(web.content_blocks ?? [], slot, location, role);
  if (blocks.length === 0) return null;
  return (
    <Page>
      <div className={css.blocks} data-slot={slot}>
        {blocks.map(({ id, html }) => (
          <Html key={id} html={html} />
        ))}
      </div>
    </Page>
  );
}
