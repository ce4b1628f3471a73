import type { WrittenMark } from "./writtenHall.ts";

type Markable = { readonly row: string; readonly label: string };

/** Whether a mark applies to a seat of its section. */
export const matchesMark = ({ rows, seats }: Pick<WrittenMark, "rows" | "seats">, { row, label }: Markable): boolean =>
  (!rows || rows.includes(row)) && (!seats || seats.some((range) => range === label || isInLabelRange(range, label)));

const isInLabelRange = (range: string, label: string): boolean => {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(range) ?? [];
  return first !== undefined && /^\d+$/.test(label) && Number(label) >= Number(first) && Number(label) <= Number(last);
};

/** Mark labels that match exactly the meant seats of a row: 1, '3-8', 'B'. */
export const markLabels = (
  row: readonly { readonly label: string; readonly isMeant: boolean }[],
): readonly (string | number)[] => {
  const numbered = row
    .filter(({ label }) => /^\d+$/.test(label))
    .toSorted((one, other) => Number(one.label) - Number(other.label));
  const spans: { first: number; last: number }[] = [];
  let isOpen = false;
  for (const { label, isMeant } of numbered) {
    const number = Number(label);
    const span = isOpen ? spans.at(-1) : undefined;
    if (isMeant && span) span.last = number;
    else if (isMeant) spans.push({ first: number, last: number });
    isOpen = isMeant;
  }
  const others = row.filter(({ label, isMeant }) => isMeant && !/^\d+$/.test(label)).map(({ label }) => label);
  return [...spans.map(({ first, last }) => (first === last ? first : `${first}-${last}`)), ...others];
};
