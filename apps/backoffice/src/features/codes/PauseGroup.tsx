import { useQuery } from "@tanstack/react-query";
import { codeStates, countPausedCodes, pauseCodes } from "@foyer/contract/office/catalogue/codes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count } from "../../shared/format/format.ts";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
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
  const filter = {
    ...(code_group_id !== undefined && { code_group_id }),
    ...(state && { state }),
    ...(use && { use }),
  };
  // A paused code can only be in the states paused or withdrawn.
  const mayStart = state === undefined || state === "paused" || state === "retired";
  const { data } = useQuery({
    queryKey: ["codes", slug, "paused", filter],
    queryFn: () => callOffice(countPausedCodes, filter, slug),
    enabled: mayStart,
  });
  const pause = useAction(async () => {
    const { changed, paused_at } = await callOffice(pauseCodes, { is_paused: true, ...filter }, slug);
    await refreshCodes(slug);
    toast({
      text: `${count(changed, "code is", "codes are")} paused.`,
      ...(paused_at !== null && {
        undo: async () => {
          await callOffice(pauseCodes, { is_paused: false, paused_at }, slug);
          await refreshCodes(slug);
        },
      }),
    });
  });
  const isWholeGroup = code_group_id !== undefined && !state && !use;
  const paused = data?.count ?? 0;
  return (
    <div className={recordCss.actions}>
      {state !== "paused" && (
        <Button size="small" busy={pause.isBusy} onClick={() => void pause.run()}>
          {isWholeGroup ? "Pause all codes of this group" : "Pause all codes that are listed"}
        </Button>
      )}
      <ConfirmedButton
        isPossible={mayStart}
        label={isWholeGroup ? "Resume paused codes" : "Resume all codes that are listed"}
        disabled={paused === 0}
        title={`Resume ${count(paused, "code")}?`}
        verb={`Resume ${count(paused, "code")}`}
        done={`${count(paused, "code is", "codes are")} resumed.`}
        isDestructive={false}
        send={async () => {
          await callOffice(pauseCodes, { is_paused: false, ...filter }, slug);
          await refreshCodes(slug);
        }}
      >
        <p>
          {count(paused, "paused code", "paused codes")} can be used again at once, including codes that were paused one
          by one. This cannot be undone in one step: to pause some of them again, you have to choose them again.
        </p>
      </ConfirmedButton>
      {pause.failure && <Banner tone="error">{pause.failure.message}</Banner>}
    </div>
  );
}
