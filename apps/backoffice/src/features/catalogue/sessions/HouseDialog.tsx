import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { freePlaces, keepPlaces, type HouseHold } from "@foyer/contract/office/catalogue/houseHolds.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { Dialog, DialogActions } from "../../../shared/dialog/Dialog.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { KeepPlacesForm } from "./KeepPlacesForm.tsx";
import { houseQuery, placesText, refreshHouse } from "./sessionQueries.ts";
import css from "./sessions.module.css";
import recordCss from "../../../shared/styles/Record.module.css";

export type HouseDialogProps = {
  readonly slug: string;
  readonly eventKey: string;
  readonly sessionId: string;
  readonly title: string;
  readonly onClose: () => void;
};

/** What is kept for the house or blocked in a session, and a form to keep more. */
export function HouseDialog({ title, onClose, ...of }: HouseDialogProps) {
  const query = useQuery(houseQuery(of));
  const { data } = query;
  return (
    <Dialog title={`Kept places of ${title}`} onClose={onClose} isFull={data?.hall != null}>
      <LoadState query={query} skeleton="control" count={3} />
      {data && (
        <div className={recordCss.form}>
          <p>{placesText(data.session)}</p>
          {data.holds.length === 0 && <p className={css.quiet}>Nothing is kept or blocked.</p>}
          {data.holds.length > 0 && (
            <ul className={css.holds} aria-label="Kept places">
              {data.holds.map((hold) => (
                <Hold key={hold.id} hold={hold} {...of} isFixed={data.session.has_begun} />
              ))}
            </ul>
          )}
          {!data.session.has_begun && <KeepPlacesForm hall={data.hall} seats={data.seats} {...of} />}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

type HoldProps = Omit<HouseDialogProps, "title" | "onClose"> & { readonly hold: HouseHold; readonly isFixed: boolean };

function Hold({ hold, isFixed, ...of }: HoldProps) {
  const { slug, eventKey: key, sessionId: event_session_id } = of;
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const session = { key, event_session_id };
  /** Keeps again what was freed, as long as nobody has bought it. */
  const keepAgain = async (seat_ids: readonly string[]): Promise<void> => {
    const { kind, name, reason, places } = hold;
    const kept = seat_ids.length > 0 ? { seat_ids: [...seat_ids] } : { places };
    await callOffice(keepPlaces, { ...session, kind, name, reason, ...kept }, slug);
    await refreshHouse(of);
  };
  const free = useAction(async (chosen: readonly string[] | undefined) => {
    const seat_ids = chosen ?? hold.seats.map(({ id }) => id);
    try {
      const sent = { ...session, house_hold_id: hold.id, ...(chosen && { seat_ids: [...chosen] }) };
      await callOffice(freePlaces, sent, slug);
    } finally {
      // After a refusal, what a colleague released meanwhile is gone.
      await refreshHouse(of);
    }
    const freed = seat_ids.length > 0 ? count(seat_ids.length, "seat") : count(hold.places, "place");
    toast({ text: `${freed} of ${hold.name} released.`, undo: () => keepAgain(seat_ids) });
  });
  const what = hold.seats.length > 0 ? count(hold.seats.length, "seat") : count(hold.places, "place");
  return (
    <li>
      <div className={css.hold}>
        <Tag tone={hold.kind === "blocked" ? "warning" : "brand"}>{hold.kind === "blocked" ? "Blocked" : "Kept"}</Tag>
        <strong>
          {what} · {hold.name}
        </strong>
        <span className={css.quiet}>
          “{hold.reason}”, {hold.by}
        </span>
        {hold.seats.length > 1 && !isFixed && (
          <Button size="small" kind="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Seats
          </Button>
        )}
        {!isFixed && (
          <Button
            size="small"
            busy={free.isBusy}
            aria-label={`Release: ${what}, ${hold.name}`}
            onClick={() => void free.run(undefined)}
          >
            Release
          </Button>
        )}
      </div>
      {hold.seats.length > 0 && !isOpen && <p className={css.quiet}>{hold.seats.map(({ name }) => name).join(", ")}</p>}
      {isOpen && (
        <div className={css.seats}>
          {hold.seats.map(({ id, name }) => (
            <Button key={id} size="small" aria-label={`Release ${name}`} onClick={() => void free.run([id])}>
              {name}
            </Button>
          ))}
        </div>
      )}
      {free.failure && <Banner tone="error">{free.failure.message}</Banner>}
    </li>
  );
}
