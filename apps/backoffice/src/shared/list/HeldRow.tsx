import { createContext, use, useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";

/** What a dialog and its actions know about the row of a list that they belong to. */
type DialogRow = {
  /** Says that the row has left the list; undefined while it is listed, and while the dialog's own action removes it. */
  readonly notice: ReactNode;
  /** Registers an open dialog. The returned function removes it. */
  readonly open: () => () => void;
  readonly setActing: (isActing: boolean) => void;
  /** Whether the dialog's own action is under way, or has succeeded. */
  readonly isActing: boolean;
};
const RowContext = createContext<DialogRow | undefined>(undefined);
export const useDialogRow = (): DialogRow | undefined => use(RowContext);
/** For a dialog above another one, which says it already. */
export function WithoutRow({ children }: { readonly children: ReactNode }) {
  return <RowContext value={undefined}>{children}</RowContext>;
}

type DialogRowProps = {
  /** Whether the list does not have the row any more. */
  readonly isGone: boolean;
  /** What happened to it. */
  readonly gone: ReactNode;
  readonly onDialogs?: (areOpen: boolean) => void;
  readonly children: ReactNode;
};

/**
 * The row that dialogs are about. They stay open when it leaves the list, and say so. A row can be within another one: the
 * outer one is held too, and what happened to it is said first.
 */
export function RowOfDialog({ isGone, gone, onDialogs, children }: DialogRowProps) {
  const outer = use(RowContext);
  const openOuter = outer?.open;
  const [dialogs, setDialogs] = useState(0);
  const [isActing, setActing] = useState(false);
  const open = useCallback(() => {
    const closeOuter = openOuter?.();
    setDialogs((before) => before + 1);
    setActing(false);
    return () => {
      closeOuter?.();
      setDialogs((before) => before - 1);
    };
  }, [openOuter]);
  const areOpen = dialogs > 0;
  useEffect(() => onDialogs?.(areOpen), [areOpen, onDialogs]);
  const notice = isActing ? undefined : (outer?.notice ?? (isGone ? gone : undefined));
  const value = useMemo(() => ({ notice, open, setActing, isActing }), [notice, open, isActing]);
  return <RowContext value={value}>{children}</RowContext>;
}

type Held<Row> = { readonly key: string; readonly row: Row; readonly index: number };
export type HeldRows<Row> = {
  /** The rows of the list, and those that have left it while a dialog about them is open. */
  readonly rows: readonly Row[];
  readonly isGone: (row: Row) => boolean;
  readonly setHeld: (row: Row, isHeld: boolean) => void;
};

/**
 * Keeps a row that leaves a list, because a colleague has dealt with it, as long as a dialog about it is open: nothing that
 * was typed there is lost. Its place is the former one. Each row is wrapped in a `HeldRow`.
 */
export const useHeldRows = <Row,>(rows: readonly Row[], keyOf: (row: Row) => string): HeldRows<Row> => {
  const [held, setHeldRows] = useState<readonly Held<Row>[]>([]);
  const keys = new Set(rows.map(keyOf));
  const gone = held.filter(({ key }) => !keys.has(key)).toSorted((one, other) => one.index - other.index);
  return {
    rows: gone.reduce((shown, { row, index }) => shown.toSpliced(index, 0, row), rows),
    isGone: (row) => !keys.has(keyOf(row)),
    setHeld: (row, isHeld) => {
      const key = keyOf(row);
      const index = rows.findIndex((one) => keyOf(one) === key);
      setHeldRows((before) => {
        const others = before.filter((one) => one.key !== key);
        if (!isHeld) return others.length === before.length ? before : others;
        return index === -1 ? before : [...others, { key, row, index }];
      });
    },
  };
};

export const leftTheList = "This is no longer in the list. It may have been dealt with meanwhile.";

type HeldRowProps<Row> = {
  readonly of: HeldRows<Row>;
  readonly row: Row;
  readonly gone?: ReactNode;
  readonly children: ReactNode;
};

/** A row of a list. What is said when it has left is `gone`. */
export function HeldRow<Row>({ of, row, gone = leftTheList, children }: HeldRowProps<Row>) {
  const [areOpen, setOpen] = useState(false);
  const setHeld = useEffectEvent((isHeld: boolean) => of.setHeld(row, isHeld));
  // A row that is read again while its dialog is open replaces the held one.
  useEffect(() => {
    if (!areOpen) return undefined;
    setHeld(true);
    return () => setHeld(false);
  }, [areOpen, row]);
  return (
    <RowOfDialog isGone={of.isGone(row)} gone={gone} onDialogs={setOpen}>
      {children}
    </RowOfDialog>
  );
}
