import { pauseCodes } from "@foyer/contract/office/catalogue/codes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count } from "../../shared/format.ts";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshCodes, type CodeSearch } from "./codeQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

/** Pauses or starts all codes of the group that is filtered by; of those that were used or not, where that is chosen. */
export function PauseGroup({ slug, search }: { readonly slug: string; readonly search: CodeSearch }) {
  const toast = useToast();
  const pause = useAction(async (is_paused: boolean) => {
    const { code_group_id, use } = search;
    const { changed } = await callOffice(
      pauseCodes,
      { is_paused, code_group_id, ...((use === "used" || use === "unused") && { use }) },
      slug,
    );
    const codes = count(changed, "code is", "codes are");
    toast({ text: `${codes} ${is_paused ? "paused" : "started"}.` });
    await refreshCodes(slug);
  });
  const which = { used: "used codes", unused: "codes that were never used" }[search.use ?? ""] ?? "codes";
  return (
    <div className={recordCss.actions}>
      <Button size="small" busy={pause.isBusy} onClick={() => void pause.run(true)}>
        Pause all {which} of this group
      </Button>
      <Button size="small" busy={pause.isBusy} onClick={() => void pause.run(false)}>
        Start them
      </Button>
      {pause.failure && <Banner tone="error">{pause.failure.message}</Banner>}
    </div>
  );
}
