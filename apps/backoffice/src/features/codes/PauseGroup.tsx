import { codeStates, pauseCodes } from "@foyer/contract/office/catalogue/codes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count } from "../../shared/format/format.ts";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshCodes, type CodeSearch } from "./codeQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

/** Whether codes are selected by filters only, so that all listed codes can be paused together. */
export const choosesCodes = ({ q, code_group_id, state, use }: CodeSearch): boolean =>
  q === undefined && [code_group_id, state, use].some((choice) => choice !== undefined);

/** Pauses or resumes all codes that match the filters: of a group, in a state, used or never used. */
export function PauseGroup({ slug, search }: { readonly slug: string; readonly search: CodeSearch }) {
  const toast = useToast();
  const state = codeStates.find((one) => one === search.state);
  const use = (["used", "unused"] as const).find((one) => one === search.use);
  const { code_group_id } = search;
  const pause = useAction(async (is_paused: boolean) => {
    const filter = {
      ...(code_group_id !== undefined && { code_group_id }),
      ...(state && { state }),
      ...(use && { use }),
    };
    const { changed } = await callOffice(pauseCodes, { is_paused, ...filter }, slug);
    const codes = count(changed, "code is", "codes are");
    toast({ text: `${codes} ${is_paused ? "paused" : "started"}.` });
    await refreshCodes(slug);
  });
  const isWholeGroup = code_group_id !== undefined && !state && !use;
  return (
    <div className={recordCss.actions}>
      {state !== "paused" && (
        <Button size="small" busy={pause.isBusy} onClick={() => void pause.run(true)}>
          {isWholeGroup ? "Pause all codes of this group" : "Pause all codes that are listed"}
        </Button>
      )}
      {/* A paused code can only be in the states paused or withdrawn. */}
      {(state === undefined || state === "paused" || state === "retired") && (
        <Button size="small" busy={pause.isBusy} onClick={() => void pause.run(false)}>
          {isWholeGroup ? "Start them" : "Start all that are listed"}
        </Button>
      )}
      {pause.failure && <Banner tone="error">{pause.failure.message}</Banner>}
    </div>
  );
}
