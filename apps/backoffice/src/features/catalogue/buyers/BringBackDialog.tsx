import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { restoreChapter } from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog, DialogActions } from "../../../shared/dialog/Dialog.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { chapterName, forgetCatalogue, restoreQuery } from "../catalogueQueries.ts";
import { PlanEffects } from "../PlanEffects.tsx";
import { answerToSend, isAnswered, noAnswer } from "./AnswerFields.tsx";
import { BuyersQuestion } from "./BuyersQuestion.tsx";
import { publishedText } from "./publishedText.ts";
import recordCss from "../../../shared/styles/Record.module.css";

type DialogProps = {
  readonly slug: string;
  readonly chapter: string;
  /** The revision to which the chapter is brought back. */
  readonly number: number;
  readonly onClose: () => void;
};

/** Shows what bringing a chapter back will do, in words and numbers, and has the button that does it. */
export function BringBackDialog({ slug, chapter, number, onClose }: DialogProps) {
  const query = useQuery(restoreQuery(slug, chapter, number));
  const plan = query.data;
  const [answer, setAnswer] = useState(noAnswer);
  const show = useToast();
  const back = useAction(async () => {
    if (!plan) return;
    const { revision } = plan;
    try {
      const sent = { chapter, number, revision, ...answerToSend(answer, plan.buyers) };
      const done = await callOffice(restoreChapter, sent, slug);
      const undo = async () => {
        await callOffice(restoreChapter, { chapter, number: revision, revision: done.revision }, slug);
        await forgetCatalogue(slug);
      };
      show({
        text: `${chapterName(chapter)} is as it was in revision ${number}. ${publishedText(done)}`,
        // No undo if there were buyers: the user has to look at the numbers again.
        ...(done.buyers.orders === 0 && { undo }),
      });
      onClose();
    } finally {
      // After a refusal, the plan is made again from the current state.
      await forgetCatalogue(slug);
    }
  });
  return (
    <Dialog title={`${chapterName(chapter)} as of revision ${number}`} onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (plan && isAnswered(answer, plan.buyers)) void back.run();
        }}
      >
        <LoadState query={query} skeleton="tile" />
        {plan && <PlanEffects plan={plan} />}
        {plan && <BuyersQuestion slug={slug} buyers={plan.buyers} answer={answer} onChange={setAnswer} />}
        {back.failure && <Banner tone="error">{back.failure.message}</Banner>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={back.isBusy} disabled={!plan || !isAnswered(answer, plan.buyers)}>
            Bring back
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
