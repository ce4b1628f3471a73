import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  sessionFills,
  sessionList,
  setSalesTogether,
  type ListedSession,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { useAction } from "../../../shared/Form.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage } from "../../../shared/Page.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { filtersOfList } from "../../../shared/list/listSearch.ts";
import { FilterForm } from "../../../shared/list/FilterForm.tsx";
import { useHeldRows } from "../../../shared/list/HeldRow.tsx";
import { ListViews } from "../../../shared/list/ListViews.tsx";
import { useListView } from "../../../shared/list/useListView.ts";
import { ShowMore } from "../../../shared/list/ShowMore.tsx";
import { dayText, weekdays } from "../schedule/scheduleFields.ts";
import type { SessionType } from "./ChangeFields.tsx";
import { ChangeSessionsDialog } from "./ChangeSessionsDialog.tsx";
import { HouseDialog } from "./HouseDialog.tsx";
import { SessionTable } from "./SessionTable.tsx";
import { fillNames, refreshSessions, sessionListQuery, sessions, type SessionSearch } from "./sessionQueries.ts";
import tableCss from "../../../shared/list/ListTable.module.css";
import css from "./sessions.module.css";

const route = "/signed-in/$slug/catalogue/event/$key/sessions" as const;

/** All sessions of an event, selected by filters in the address and by hand, to be changed together. */
export function SessionsScreen() {
  const { slug, key } = useParams({ from: route });
  const search = useSearch({ from: route }) as SessionSearch;
  const list = useInfiniteQuery(sessionListQuery(slug, key, search));
  const { data } = list;
  const { can } = useOwnSeller(slug);
  const [first] = data?.pages ?? [];
  const held = useHeldRows(data?.pages.flatMap((page) => page.sessions) ?? [], ({ id }) => id);
  const found = held.rows;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // This state is not in the session's row, since keeping places may remove the row from the filtered list.
  const [keptOf, setKeptOf] = useState<ListedSession>();
  const view = useListView(sessionList, search);
  const address = JSON.stringify(filtersOfList(search));
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    setChosen([]);
  }
  return (
    <OfficePage
      title={first ? `Sessions of ${first.event.name}` : "Sessions"}
      lead={first && `Times are in the venue’s time zone (${first.event.timezone.replaceAll("_", " ")}).`}
      actions={
        <Link to="/$slug/catalogue/event/$key" params={{ slug, key }}>
          Event
        </Link>
      }
    >
      <Filters search={search} />
      <ListViews slug={slug} screen="sessions" search={search} />
      <LoadState query={list} skeleton="control" count={6} />
      {first && (
        <Actions
          slug={slug}
          eventKey={key}
          total={first.count}
          isFromToday={search["from"] === undefined && search["until"] === undefined}
          open={first.open_ids}
          types={first.types}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {first && found.length === 0 && <p className={tableCss.empty}>No session matches.</p>}
      {found.length > 0 && (
        <SessionTable
          slug={slug}
          eventKey={key}
          mayNote={can("session.close")}
          view={view}
          isBusy={list.isPlaceholderData}
          sessions={found}
          held={held}
          chosen={chosen}
          onChoose={setChosen}
          onKeep={setKeptOf}
        />
      )}
      {keptOf && (
        <HouseDialog
          slug={slug}
          eventKey={key}
          sessionId={keptOf.id}
          title={`${dayText(keptOf.local_day)}, ${keptOf.local_start}`}
          onClose={() => setKeptOf(undefined)}
        />
      )}
      <ShowMore query={list}>Show more sessions</ShowMore>
    </OfficePage>
  );
}

type ActionsProps = {
  readonly slug: string;
  readonly eventKey: string;
  readonly total: number;
  readonly isFromToday: boolean;
  /** The sessions that can be changed, up to the maximum of one change. */
  readonly open: readonly string[];
  readonly types: readonly SessionType[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
};

function Actions({ slug, eventKey, total, isFromToday, open, types, chosen, onChoose }: ActionsProps) {
  const { can } = useOwnSeller(slug);
  const toast = useToast();
  const [isChanging, setChanging] = useState(false);
  const setSales = useAction(async (sales: "open" | "closed") => {
    const set = async (session_ids: readonly string[], to: "open" | "closed") => {
      const done = await callOffice(
        setSalesTogether,
        { key: eventKey, session_ids: [...session_ids], sales: to },
        slug,
      );
      await refreshSessions(slug);
      return done;
    };
    const { changed, session_ids } = await set(chosen, sales);
    toast({
      text: `Sales of ${sessions(changed)} are ${sales === "open" ? "open" : "closed"}.`,
      ...(changed > 0 && { undo: () => set(session_ids, sales === "open" ? "closed" : "open") }),
    });
  });
  const isNone = chosen.length === 0;
  return (
    <div className={css.actions} role="group" aria-label="Chosen sessions">
      <p role="status" className={css.count}>
        {isNone
          ? `${sessions(total)}${isFromToday ? " from today" : ""}.`
          : `${sessions(chosen.length)} chosen of ${total.toLocaleString("en-GB")}.`}
      </p>
      <Button size="small" kind="text" disabled={open.length === 0} onClick={() => onChoose(open)}>
        {open.length < total ? `Choose the first ${open.length} to come` : `Choose all ${open.length}`}
      </Button>
      <Button size="small" kind="text" disabled={isNone} onClick={() => onChoose([])}>
        Choose none
      </Button>
      {can("session.close") && (
        <>
          <Button size="small" disabled={isNone} busy={setSales.isBusy} onClick={() => void setSales.run("closed")}>
            Close sales
          </Button>
          <Button size="small" disabled={isNone} busy={setSales.isBusy} onClick={() => void setSales.run("open")}>
            Open sales
          </Button>
        </>
      )}
      {can("catalogue.publish") && (
        <Button size="small" kind="primary" disabled={isNone} onClick={() => setChanging(true)}>
          Change …
        </Button>
      )}
      {setSales.failure && <Banner tone="error">{setSales.failure.message}</Banner>}
      {isChanging && (
        <ChangeSessionsDialog
          slug={slug}
          eventKey={eventKey}
          session_ids={chosen}
          types={types}
          onClose={() => setChanging(false)}
          onDone={() => onChoose([])}
        />
      )}
    </div>
  );
}

function Filters({ search }: { readonly search: SessionSearch }) {
  const navigate = useNavigate({ from: "/$slug/catalogue/event/$key/sessions" });
  const set = (name: string, value: string): void =>
    void navigate({ search: (old: SessionSearch) => ({ ...old, [name]: value || undefined }), replace: true });
  const input = (name: string, label: string, type: "date" | "time") => (
    <Field label={label}>
      <TextInput type={type} value={search[name] ?? ""} onChange={({ target }) => set(name, target.value)} />
    </Field>
  );
  return (
    <FilterForm search={search}>
      {input("from", "From", "date")}
      {input("until", "Until", "date")}
      <Field label="Weekdays">
        <Select
          value={search["weekdays"] ?? ""}
          onChange={({ target }) => set("weekdays", target.value)}
          placeholder="All"
          options={[
            { value: "mon,tue,wed,thu,fri", label: "Monday to Friday" },
            { value: "sat,sun", label: "Saturday and Sunday" },
            ...weekdays.map(({ value, long }) => ({ value, label: long })),
          ]}
        />
      </Field>
      {input("time_from", "Starts from", "time")}
      {input("time_until", "Starts before", "time")}
      <Field label="Fill">
        <Select
          value={search["fill"] ?? ""}
          onChange={({ target }) => set("fill", target.value)}
          placeholder="All"
          options={sessionFills.map((value) => ({ value, label: fillNames[value] }))}
        />
      </Field>
    </FilterForm>
  );
}
