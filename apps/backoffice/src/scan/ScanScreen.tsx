import { useEffect, useState, type FormEvent } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Answer } from "./Answer.tsx";
import { useAwake } from "./awake/useAwake.ts";
import { Camera } from "./camera/Camera.tsx";
import { idOf } from "./decideOnDevice.ts";
import { allowSound } from "./feedback.ts";
import type { Gate } from "./Gate.ts";
import type { GateView } from "./gateView.ts";
import type { GateState } from "./gateStore.ts";
import { focusFirst, useEscape, useFocusBack } from "./focusFirst.ts";
import { NameSheet } from "./NameSheet.tsx";
import { sessionOfAddress } from "./pairing.ts";
import { ReleaseNotice } from "./update/ReleaseNotice.tsx";
import { useScans } from "./useScans.ts";
import { count } from "../shared/format/format.ts";
import { doubleText, momentAt, spanOf, zoneAt } from "./words.ts";
import css from "./Scan.module.css";

type ScanScreenProps = { readonly gate: Gate; readonly view: GateView; readonly state: GateState };

/** The device's time to the minute: on an idle page, too, a list of yesterday is shown as such. */
const useMinute = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** The scanning screen: the camera, the counters, and the answer over everything. */
export function ScanScreen({ gate, view, state }: ScanScreenProps) {
  const [sheet, setSheet] = useState<"name" | "type">();
  const { shown, last, isOut, setOut, problem, scan, scanCode, isScanning, undo, actions } = useScans(gate);
  useAwake();
  const now = useMinute() + view.offset;
  const clock = { timezone: zoneAt(state), now };
  const listTime = view.listAt === null ? undefined : momentAt(view.listAt, clock);
  const { page, onFocus } = useFocusBack(shown !== undefined || sheet !== undefined);
  useEscape(sheet !== undefined, () => setSheet(undefined));
  return (
    <div className={css.gate} onPointerDown={allowSound}>
      <main ref={page} tabIndex={-1} className={css.main} inert={shown !== undefined}>
        <div>
          <Status view={view} state={state} listTime={listTime} />
          <ReleaseNotice
            isBusy={shown !== undefined || sheet !== undefined || !view.isOnline}
            cannotStore={view.cannotStore}
            isScanning={isScanning}
          />
        </div>
        <Camera isPaused={shown !== undefined || sheet !== undefined} onCode={scanCode} />
        {problem !== undefined && shown === undefined && (
          <p role="alert" className={css.problem}>
            {problem}
          </p>
        )}
        <Doubles state={state} now={now} />
        <Counters state={state} />
        <div className={css.tools} onFocus={onFocus} inert={sheet !== undefined}>
          <Button wide onClick={() => setSheet("type")}>
            Type code
          </Button>
          <Button wide onClick={() => setSheet("name")}>
            Name
          </Button>
          <Button wide aria-pressed={isOut} onClick={() => setOut(!isOut)}>
            {isOut ? "Checking out" : "Check out"}
          </Button>
          <Button wide onClick={() => void scan({ direction: isOut ? "out" : "in", people: 1 })}>
            {isOut ? "Count 1 out" : "Count 1 in"}
          </Button>
          {last !== undefined && (
            <Button wide onClick={() => void undo(last)}>
              Undo last
            </Button>
          )}
        </div>
        {sheet === "type" && (
          <TypeSheet
            onClose={() => setSheet(undefined)}
            onCode={(code) => {
              allowSound();
              setSheet(undefined);
              scanCode(code);
            }}
          />
        )}
        {sheet === "name" && (
          <NameSheet
            gate={gate}
            state={state}
            onClose={() => setSheet(undefined)}
            onChosen={(subject) => {
              setSheet(undefined);
              void scan({ ...idOf(subject), direction: isOut ? "out" : "in" });
            }}
          />
        )}
      </main>
      {shown && (
        <Answer
          answer={shown.answer}
          scanned={shown.scanned}
          party={shown.party}
          isOwn={shown.isOwn}
          canUndo={shown.entries.length > 0}
          clock={{ timezone: zoneAt(state, (shown.answer.subject ?? shown.answer.choices[0]?.subject)?.event), now }}
          listTime={listTime}
          mayAdmitAnyway={state.may_admit_anyway && view.isOnline}
          supervisors={state.supervisors}
          problem={problem}
          actions={actions}
        />
      )}
    </div>
  );
}

type StatusProps = { readonly view: GateView; readonly state: GateState; readonly listTime: string | undefined };

/** Always shows whether the gate is online, how old its list is, and how many scans wait. */
function Status({ view, state, listTime }: StatusProps) {
  const { isOnline, waiting, unreadable, isClockWrong, cannotStore, offset } = view;
  return (
    <header className={css.status}>
      <h1 className={css.place}>
        {state.name} <small>{state.seller}</small>
      </h1>
      <p className={css.online} data-online={isOnline}>
        <span aria-hidden="true">{isOnline ? "●" : "○"}</span> {isOnline ? "Online" : "No network"} ·{" "}
        {listTime === undefined ? "no list" : `list ${listTime}`} · {waiting} waiting
      </p>
      {isClockWrong && (
        <p role="alert" className={css.clock}>
          This device's clock is wrong by {spanOf(offset)}. The server's time is used.
        </p>
      )}
      {cannotStore && (
        <p role="alert" className={css.clock}>
          This device cannot store scans. Online it goes on scanning; without a network, scans are lost if this page
          closes. Leave it open until none is waiting, then make room or leave private browsing, and reload it.
        </p>
      )}
      {unreadable > 0 && (
        <p role="alert" className={css.clock}>
          The server cannot read {count(unreadable, "scan", "scans")} of this device. What it cannot read stays here,
          and is sent again when this page is updated.
        </p>
      )}
    </header>
  );
}

type DoublesProps = { readonly state: GateState; readonly now: number };

/**
 * Tickets that were admitted here and elsewhere and have not been reviewed. A state stored by an older version has none.
 */
function Doubles({ state, now }: DoublesProps) {
  const doubles: GateState["doubles"] | undefined = state.doubles;
  if (!doubles || doubles.length === 0) return null;
  return (
    <div role="alert">
      <ul className={css.doubles} aria-label="Let in twice">
        {doubles.map((one) => (
          <li key={one.id}>{doubleText(one, { timezone: zoneAt(state, one.event), now })}</li>
        ))}
      </ul>
    </div>
  );
}

/** The session that is on or comes next, unless another is chosen here or on the board. */
function Counters({ state }: { readonly state: GateState }) {
  const [chosen, setChosen] = useState(sessionOfAddress);
  const current = state.sessions.find(({ end_datetime }) => end_datetime > state.now) ?? state.sessions.at(-1);
  const session = state.sessions.find(({ id }) => id === chosen) ?? current;
  const nameOf = (event_id: string): string => state.events.find(({ id }) => id === event_id)?.name ?? "";
  if (!session) return <p className={css.counters}>No session today. On site {state.on_site}</p>;
  return (
    <section className={css.counters} aria-label="Counters">
      <select aria-label="Session" value={session.id} onChange={({ target }) => setChosen(target.value)}>
        {state.sessions.map(({ id, start, event_template_id, is_all_day }) => (
          <option key={id} value={id}>
            {is_all_day ? nameOf(event_template_id) : `${start} ${nameOf(event_template_id)}`}
          </option>
        ))}
      </select>
      <dl>
        {(
          [
            ["Expected", session.expected],
            ["In", session.in],
            ["To come", session.expected - session.in],
            ["Refused", session.refused],
            ["On site", state.on_site],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TypeSheet({ onClose, onCode }: { readonly onClose: () => void; readonly onCode: (code: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get("code");
    if (typeof code === "string" && code.trim() !== "") onCode(code);
  };
  return (
    <form className={css.sheet} aria-label="Type code" onSubmit={submit}>
      <label>
        <span>Code</span>
        <input
          name="code"
          ref={focusFirst}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
      </label>
      <Button wide type="submit" kind="primary">
        Check
      </Button>
      <Button wide onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
