import { useState } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { listTexts, type ReplaceableText } from "@foyer/contract/office/catalogue/texts.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage } from "../../../shared/Page.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { SearchField } from "../../../shared/list/SearchField.tsx";
import { ChapterActions } from "../ChapterActions.tsx";
import { ChapterForm } from "../ChapterFields.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import { DraftConflictDialog } from "../ConflictChoices.tsx";
import { recordOf, withField } from "../document.ts";
import { LeaveUnsaved } from "../LeaveUnsaved.tsx";
import { SaveState } from "../SaveState.tsx";
import { useChapter } from "../useChapter.ts";
import { useDraft } from "../useDraft.ts";
import { findTexts, textKinds, type TextsSearch } from "./findTexts.ts";
import { TextRow } from "./TextRow.tsx";
import listsCss from "../../../shared/styles/Lists.module.css";
import css from "./Texts.module.css";

const textsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["texts", slug],
    queryFn: () => callOffice(listTexts, {}, slug),
    staleTime: Infinity,
  });

/** The number of rows shown at first, and added with each press. */
const pageSize = 40;

/** All texts of the storefront, e-mails and printed tickets, which can be searched and replaced by the seller's own. */
export function TextsScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/texts" });
  const texts = useQuery(textsQuery(slug));
  const { read, state, key, reopen } = useChapter(slug, "seller");
  const error = state.error ?? texts.error;
  const refetch = () => Promise.all([state.refetch(), texts.refetch()]);
  if (read && texts.data)
    return <OpenTexts key={key} slug={slug} texts={texts.data.texts} read={read} onReopen={reopen} />;
  return (
    <OfficePage title="Texts">
      <LoadState query={{ error, isPending: !error, refetch }} skeleton="tile" count={4} />
    </OfficePage>
  );
}

type OpenTextsProps = {
  readonly slug: string;
  readonly texts: readonly ReplaceableText[];
  readonly read: ChapterReply;
  readonly onReopen: () => Promise<void>;
};

function OpenTexts({ slug, texts, read, onReopen }: OpenTextsProps) {
  const draft = useDraft(slug, "seller", read);
  const { can } = useOwnSeller(slug);
  const search: TextsSearch = useSearch({ from: "/signed-in/$slug/texts" });
  const navigate = useNavigate({ from: "/$slug/texts" });
  const [shown, setShown] = useState(pageSize);
  const seller = recordOf(draft.document);
  const own = recordOf(seller["strings"]);
  const found = findTexts(texts, own, search);
  const isReadOnly = !can("catalogue.edit");
  const set = (name: keyof TextsSearch, value: string): void => {
    setShown(pageSize);
    void navigate({ search: (old) => ({ ...old, [name]: value || undefined }), replace: true });
  };
  const replace = (key: string, text: string | undefined): void => {
    const { [key]: _, ...others } = own;
    const strings = text === undefined ? others : { ...own, [key]: text };
    draft.edit(withField(seller, "strings", Object.keys(strings).length > 0 ? strings : undefined));
  };
  const ofTexts = (path: string): boolean => path.startsWith("strings.");
  const problems = draft.problems.filter(({ chapter }) => chapter === "seller");
  const elsewhere = problems.filter(({ path }) => !ofTexts(path));
  return (
    <OfficePage
      title="Texts"
      lead={<SaveState draft={draft} />}
      actions={
        !isReadOnly && (
          <ChapterActions
            slug={slug}
            chapter="seller"
            draft={draft}
            read={read}
            onReopen={onReopen}
            canRemove={false}
          />
        )
      }
    >
      {elsewhere.length > 0 && (
        <Banner tone="info">Other settings of the seller have errors. Fix them in the chapter “Seller”.</Banner>
      )}
      <div className={css.filters}>
        <SearchField value={search.q ?? ""} placeholder="Words of a text, or its key" onSearch={(q) => set("q", q)} />
        <Field label="Where">
          <Select value={search.kind ?? ""} onChange={({ target }) => set("kind", target.value)} options={textKinds} />
        </Field>
      </div>
      <p className={css.quiet} role="status">
        {found.length === 0 ? "No text has these words." : count(found.length, "text")}
      </p>
      <ChapterForm value={{ problems, doubts: draft.doubts, chapter: "seller", isReadOnly }}>
        <ul className={listsCss.framed}>
          {found.slice(0, shown).map((text) => (
            <TextRow key={text.key} text={text} own={own[text.key]} onReplace={(words) => replace(text.key, words)} />
          ))}
        </ul>
      </ChapterForm>
      {found.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + pageSize)}>Show more</Button>
        </div>
      )}
      <DraftConflictDialog draft={draft} />
      <LeaveUnsaved leaving={draft.leaving}>They could not be saved yet. If you leave now, you lose them.</LeaveUnsaved>
    </OfficePage>
  );
}
