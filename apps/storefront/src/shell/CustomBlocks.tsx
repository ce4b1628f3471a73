import { Page } from "@foyer/ui/Layout.tsx";
import type { ContentBlock } from "@foyer/contract/seller.ts";
import { Html } from "../shared/Html.tsx";
import { useSeller } from "../shared/seller.tsx";
import css from "./SiteShell.module.css";

type Role = "anonymous" | "member";

/** The blocks that a seller shows in a slot of a route to someone of a role. */
export const blocksFor = (
  blocks: readonly ContentBlock[],
  slot: ContentBlock["slot"],
  route: string,
  role: Role,
): readonly ContentBlock[] =>
  blocks.filter(
    (block) =>
      block.slot === slot &&
      block.enabled !== false &&
      (block.routes?.includes(route) ?? true) &&
      (block.roles?.includes(role) ?? true),
  );

export function CustomBlocks({ slot, route }: { readonly slot: ContentBlock["slot"]; readonly route: string }) {
  const blocks = blocksFor(useSeller().web.content_blocks ?? [], slot, route, "anonymous");
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
