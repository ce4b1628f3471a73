import { useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  downloadPlasticCards,
  markPlasticCards,
  maxMarkedCards,
  plasticCardList,
  sentCardList,
  type PlasticCard,
} from "@foyer/contract/office/members/plasticCards.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { count, formatDayOfMoment, plural } from "../../../shared/format/format.ts";
import { addressOf, callOffice, CallError } from "../../../shared/call.ts";
import { ConfirmedButton } from "../../../shared/dialog/ConfirmedButton.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage } from "../../../shared/Page.tsx";
import { HeldRow, useHeldRows } from "../../../shared/list/HeldRow.tsx";
import { ListTable } from "../../../shared/list/ListTable.tsx";
import { FilterForm } from "../../../shared/list/FilterForm.tsx";
import { acceptedOf, filtersOfList } from "../../../shared/list/listSearch.ts";
import { ListViews } from "../../../shared/list/ListViews.tsx";
import { useListView, type ListView } from "../../../shared/list/useListView.ts";
import { ShowMore } from "../../../shared/list/ShowMore.tsx";
import {
  cardStateNames,
  formatCalendarDay,
  memberLevelsQuery,
  plasticCardsQuery,
  refreshMembers,
  type MemberSearch,
} from "../memberQueries.ts";
import tableCss from "../../../shared/list/ListTable.module.css";
import recordCss from "../../../shared/styles/Record.module.css";
import { DayInput } from "../../../shared/fields/DayInput.tsx";
import css from "../Members.module.css";

const route = "/signed-in/$slug/members/cards" as const;

/** Physical cards to make, longest waiting first, or cards that were sent. Filters are in the address. */
export function PlasticCardsScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as MemberSearch;
  const { timezone, permissions } = useOwnSeller(slug);
  const view = useListView(search["list"] === "sent" ? sentCardList : plasticCardList, search);
  const list = useInfiniteQuery(plasticCardsQuery(slug, search));
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? [];
  // The whole list is held: its dialog is about several rows.
  const held = useHeldRows(cards.length > 0 ? [cards] : [], () => "cards");
  const isSent = search["list"] === "sent";
  const filters = acceptedOf(downloadPlasticCards, search);
  const file = addressOf(downloadPlasticCards, { ...filters, list: isSent ? "sent" : "to_make" }, slug);
  return (
    <OfficePage
      title={isSent ? "Cards sent" : "Cards to make"}
      actions={
        <>
          <Link className={recordCss.link} to="/$slug/members" params={{ slug }}>
            All members
          </Link>
          {permissions.includes("export.rows") && (
            <ButtonLink size="small" href={file.url} download>
              Download CSV
            </ButtonLink>
          )}
        </>
      }
    >
      <Filters slug={slug} search={search} />
      <ListViews slug={slug} screen="plastic_cards" search={search} />
      <LoadState query={list} skeleton="control" count={6} />
      {list.isSuccess && cards.length === 0 && (
        <p className={tableCss.empty}>{isSent ? "No card was sent." : "No card is to be made."}</p>
      )}
      {held.rows.map((shown) => (
        // The selection of another list does not apply to this one.
        <HeldRow key={JSON.stringify(filtersOfList(search))} of={held} row={shown}>
          <CardTable
            {...{
              cards: shown,
              slug,
              isSent,
              view,
              isBusy: list.isPlaceholderData,
              timezone,
              mayMark: permissions.includes("member.edit"),
            }}
          />
        </HeldRow>
      ))}
      <ShowMore query={list}>Show more cards</ShowMore>
    </OfficePage>
  );
}

function Filters({ slug, search }: { readonly slug: string; readonly search: MemberSearch }) {
  const navigate = useNavigate({ from: "/$slug/members/cards" });
  const { data } = useQuery(memberLevelsQuery(slug));
  // The other list has a different sort.
  const set = (name: string, value: string): void =>
    void navigate({
      search: (old: MemberSearch) => ({
        ...old,
        ...(name === "list" && { sort: undefined }),
        [name]: value || undefined,
      }),
      replace: true,
    });
  return (
    <FilterForm>
      <Field label="Cards">
        <Select
          value={search["list"] ?? "to_make"}
          onChange={({ target }) => set("list", target.value === "sent" ? "sent" : "")}
          options={[
            { value: "to_make", label: "To make" },
            { value: "sent", label: "Sent" },
          ]}
        />
      </Field>
      <Field label="Level">
        <Select
          value={search["level"] ?? ""}
          onChange={({ target }) => set("level", target.value)}
          placeholder="All"
          options={data?.levels.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Field>
      <Field label="From">
        <DayInput value={search["from"] ?? ""} onChange={(day) => set("from", day)} />
      </Field>
      <Field label="Until">
        <DayInput value={search["to"] ?? ""} onChange={(day) => set("to", day)} />
      </Field>
    </FilterForm>
  );
}

type CardTableProps = {
  readonly cards: readonly PlasticCard[];
  readonly slug: string;
  readonly isSent: boolean;
  readonly timezone: string;
  readonly mayMark: boolean;
  readonly view: ListView<typeof plasticCardList | typeof sentCardList>;
  readonly isBusy: boolean;
};

function CardTable({ cards, slug, isSent, timezone, mayMark, view, isBusy }: CardTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const marked = cards.filter(({ member_number }) => chosen.has(member_number));
  const mark = async (): Promise<void> => {
    const sent = marked.map(({ membership_id, member_number }) => ({ membership_id, member_number }));
    try {
      await callOffice(markPlasticCards, { as: isSent ? "returned" : "sent", cards: sent }, slug);
    } catch (error) {
      if (error instanceof CallError && error.code === "stale_version") await refreshMembers(slug);
      throw error;
    }
    setChosen(new Set());
    await refreshMembers(slug);
  };
  const cardCount = count(marked.length, "card");
  const asMarked = `${cardCount} as ${isSent ? "returned" : "sent"}`;
  const isAll = marked.length === cards.length;
  return (
    <>
      {mayMark && (
        <div className={recordCss.actions}>
          <Button
            size="small"
            onClick={() => setChosen(new Set(isAll ? [] : cards.map(({ member_number }) => member_number)))}
          >
            {isAll ? "Choose none" : `Choose all ${cards.length}`}
          </Button>
          <ConfirmedButton
            label={`Mark ${marked.length === 0 ? `as ${isSent ? "returned" : "sent"}` : asMarked}`}
            kind="primary"
            disabled={marked.length === 0 || marked.length > maxMarkedCards}
            title={`Mark ${asMarked}?`}
            verb={`Mark ${asMarked}`}
            done={isSent ? "Listed to be sent again." : "Marked as sent."}
            isDestructive={false}
            send={mark}
          >
            <p>
              {isSent
                ? `${cardCount} of this list ${plural(marked.length, "goes", "go")} back to the cards to make. The date when they were sent is not kept.`
                : `${cardCount} of this list ${plural(marked.length, "leaves", "leave")} the cards to make and ${plural(marked.length, "is", "are")} listed as sent from now on. If a card was not sent after all, mark it as returned.`}
            </p>
          </ConfirmedButton>
          {marked.length > maxMarkedCards && <span>At most {maxMarkedCards} at once.</span>}
        </div>
      )}
      <ListTable
        view={view}
        label={isSent ? "Cards that were sent" : "Cards to make"}
        order={isSent ? "the last sent first" : "the longest waiting first"}
        rows={cards}
        keyOf={({ member_number }) => member_number}
        cellsOf={({ membership_id, member_number, name, level, type, last_day, state, since }) => ({
          name: (
            <div className={css.card}>
              {mayMark && (
                <Checkbox
                  label={<VisuallyHidden>Choose {name || member_number}</VisuallyHidden>}
                  checked={chosen.has(member_number)}
                  onChange={() => setChosen((before) => before.symmetricDifference(new Set([member_number])))}
                />
              )}
              <Link className={recordCss.link} to="/$slug/members/$id" params={{ slug, id: membership_id }}>
                {name || "Nobody named"}
              </Link>
            </div>
          ),
          member_number: <span className={css.number}>{member_number}</span>,
          level: (
            <>
              <span>{level}</span>
              <span className={recordCss.quiet}>
                {type}
                {last_day !== null && `, until ${formatCalendarDay(last_day)}`}
              </span>
            </>
          ),
          since: (
            <>
              <span>{formatDayOfMoment(since, timezone)}</span>
              {state === "returned" && <span className={recordCss.quiet}>{cardStateNames.returned}</span>}
            </>
          ),
        })}
        isBusy={isBusy}
      />
    </>
  );
}
