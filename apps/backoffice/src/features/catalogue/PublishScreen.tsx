import { useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { joinDraft, type CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import { publishDrafts } from "@foyer/contract/office/catalogue/publishing.ts";
import type { MergeChoices } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { AskBeforeLeaving } from "../../shared/dialog/Dialog.tsx";
import { useAction } from "../../shared/Form.tsx";
import { count, formatAgo } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { DraftPreview } from "../previews/DraftPreview.tsx";
import { BuyersQuestion } from "./buyers/BuyersQuestion.tsx";
import { answerToSend, isAnswered, noAnswer } from "./buyers/AnswerFields.tsx";
import { chapterName, fieldName, forgetCatalogue, planQuery, type PlanReply } from "./catalogueQueries.ts";
import { publishedText } from "./buyers/publishedText.ts";
import { ChapterLink } from "./fields/ChapterLink.tsx";
import { ConflictChoices } from "./ConflictChoices.tsx";
import { PlanEffects } from "./PlanEffects.tsx";
import css from "./catalogue.module.css";

/** What publishing the chosen drafts will do, in words and numbers, and the button that does it. */
export function PublishScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/publish" });
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const query = useQuery(planQuery(slug, leftOut));
  const { data, isPlaceholderData } = query;
  const { can } = useOwnSeller(slug);
  return (
    <OfficePage
      title="Publish"
      lead="Buyers see all of it at once, or nothing. Orders and carts keep what they were promised."
    >
      <LoadState query={query} />
      {data?.drafts.length === 0 && (
        <p className={css.quiet}>
          There are no drafts.{" "}
          <Link to="/$slug/catalogue" params={{ slug }}>
            Go to the catalogue
          </Link>
        </p>
      )}
      {data && data.drafts.length > 0 && (
        <>
          <DraftList plan={data} leftOut={leftOut} onLeaveOut={setLeftOut} />
          {data.errors.length === 0 && leftOut.length === 0 && can("catalogue.edit") && <DraftPreview slug={slug} />}
          <Obstacles slug={slug} plan={data} />
          {data.errors.length === 0 && <PlanEffects plan={data} />}
          <PublishForm slug={slug} plan={data} leftOut={leftOut} isOutdated={isPlaceholderData} />
        </>
      )}
    </OfficePage>
  );
}

type DraftListProps = {
  readonly plan: PlanReply;
  /** Chapters whose drafts are not published. */
  readonly leftOut: readonly string[];
  readonly onLeaveOut: (chapters: readonly string[]) => void;
};

/** The drafts. Of several, some can be left out, such as what a colleague has not finished. */
function DraftList({ plan: { drafts }, leftOut, onLeaveOut }: DraftListProps) {
  const choose = (chapter: string, isChosen: boolean): void =>
    onLeaveOut(isChosen ? leftOut.filter((one) => one !== chapter) : [...leftOut, chapter]);
  return (
    <Section title={count(drafts.length, "draft")}>
      <ul className={css.messages}>
        {drafts.map(({ chapter, name, changed_by, changed_at, is_removal }) => {
          const text = `${chapterName(chapter, name)}${is_removal ? ", to be removed" : ""}`;
          const by = `${changed_by}, ${formatAgo(changed_at)}`;
          return (
            <li key={chapter}>
              {drafts.length > 1 ? (
                <Checkbox
                  label={text}
                  hint={by}
                  checked={!leftOut.includes(chapter)}
                  onChange={({ target }) => choose(chapter, target.checked)}
                />
              ) : (
                <>
                  {text} <span className={css.quiet}>{by}</span>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What has to be fixed or decided before publishing. */
function Obstacles({ slug, plan }: { readonly slug: string; readonly plan: PlanReply }) {
  const { errors, broken_promises, doubts, conflicts, drafts } = plan;
  const join = useAction(async (chapter: string, choices: MergeChoices) => {
    const draft = drafts.find((one) => one.chapter === chapter);
    const chosen = Object.entries(choices).map(([path, take]) => ({ path, take }));
    await callOffice(joinDraft, { chapter, version: draft?.version ?? 0, choices: chosen }, slug);
    await forgetCatalogue(slug);
  });
  return (
    <>
      {errors.length > 0 && (
        <Banner tone="error" title="Fix these first">
          <Problems slug={slug} problems={errors} />
        </Banner>
      )}
      {broken_promises.length > 0 && (
        <Banner tone="error" title="More is sold or held than would be left">
          <Problems slug={slug} problems={broken_promises} />
        </Banner>
      )}
      {join.failure && <Banner tone="error">{join.failure.message}</Banner>}
      {[...Map.groupBy(conflicts, ({ chapter }) => chapter)].map(([chapter, own]) => (
        <Section key={chapter} title={`${chapterName(chapter)} was published with other values in the meantime`}>
          <ConflictChoices
            conflicts={own}
            by="Published"
            isBusy={join.isBusy}
            onChoose={(choices) => void join.run(chapter, choices)}
          />
        </Section>
      ))}
      {doubts.length > 0 && (
        <Banner tone="info" title="Check these">
          <Problems slug={slug} problems={doubts} />
        </Banner>
      )}
    </>
  );
}

function Problems({ slug, problems }: { readonly slug: string; readonly problems: readonly CatalogueProblem[] }) {
  return (
    <ul className={css.messages}>
      {problems.map(({ chapter, path, message }) => (
        <li key={`${chapter} ${path} ${message}`}>
          <ChapterLink slug={slug} chapter={chapter} field={path}>
            {chapterName(chapter)}, {fieldName(path)}
          </ChapterLink>
          : {message}
        </li>
      ))}
    </ul>
  );
}

type FormProps = {
  readonly slug: string;
  readonly plan: PlanReply;
  readonly leftOut: readonly string[];
  /** The plan is about other drafts than are chosen now. */
  readonly isOutdated: boolean;
};

function PublishForm({ slug, plan, leftOut, isOutdated }: FormProps) {
  const navigate = useNavigate();
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [note, setNote] = useState("");
  const [answer, setAnswer] = useState(noAnswer);
  const drafts = plan.drafts.filter(({ chapter }) => !leftOut.includes(chapter));
  const publish = useAction(async () => {
    const { revision } = plan;
    const chosen = drafts.map(({ chapter, version }) => ({ chapter, version }));
    try {
      const sent = { drafts: chosen, revision, note, ...answerToSend(answer, plan.buyers) };
      show({ text: publishedText(await callOffice(publishDrafts, sent, slug)) });
      await navigate({ to: "/$slug/catalogue", params: { slug }, ignoreBlocker: true });
    } finally {
      // After a refusal, the plan is read again.
      await forgetCatalogue(slug);
    }
  });
  const isOpen =
    drafts.length === 0 ||
    isOutdated ||
    plan.errors.length + plan.broken_promises.length + plan.conflicts.length > 0 ||
    !isAnswered(answer, plan.buyers);
  return (
    <form
      ref={form}
      className={css.form}
      aria-label="Publish"
      onSubmit={(event) => {
        event.preventDefault();
        void publish.run();
      }}
    >
      <AskBeforeLeaving of={form} />
      {publish.failure && <Banner tone="error">{publish.failure.message}</Banner>}
      <Field label="Note" optional="optional" hint="Shown in the history.">
        <TextInput value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <BuyersQuestion slug={slug} buyers={plan.buyers} answer={answer} onChange={setAnswer} />
      <div>
        <Button kind="primary" type="submit" disabled={isOpen} busy={publish.isBusy}>
          {`Publish ${count(drafts.length, "draft")}`}
        </Button>
      </div>
    </form>
  );
}
