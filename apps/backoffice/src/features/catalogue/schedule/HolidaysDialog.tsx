import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { addClosedDays } from "@foyer/rules/schedule/closedDays.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { Dialog, DialogActions } from "../../../shared/dialog/Dialog.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { HolidayList } from "./HolidayList.tsx";
import { placesQuery, type HolidayChoice, type HolidayPlaces } from "./holidayQueries.ts";
import css from "./schedule.module.css";

type Props = {
  readonly list: readonly unknown[];
  /** Further closed days, because the season follows its venue. */
  readonly alsoClosed: readonly unknown[];
  readonly today: string;
  /** The venue's time zone; empty if there is none yet. */
  readonly timezone: string;
  readonly onEdit: (list: readonly unknown[]) => void;
  readonly onClose: () => void;
};

/** Adds closed days from the public holidays of a country, for a chosen region and year. */
export function HolidaysDialog({ list, alsoClosed, today, timezone, onEdit, onClose }: Props) {
  const { slug } = useParams({ strict: false }) as { readonly slug: string };
  const query = useQuery(placesQuery(slug, timezone));
  const { data: places, isError } = query;
  return (
    <Dialog title="Add public holidays" onClose={onClose} asks={false} isWide>
      {places && (
        <Holidays
          slug={slug}
          places={places}
          closed={[...list, ...alsoClosed]}
          today={today}
          onAdd={(days) => {
            onEdit(addClosedDays(list, days));
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {!places && <LoadState query={query} skeleton="text" count={3} sentence="The countries could not be loaded." />}
      {!places && isError && (
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

const countryNames = (places: HolidayPlaces): readonly { readonly value: string; readonly label: string }[] => {
  const names = new Intl.DisplayNames([navigator.language, "en"], { type: "region" });
  const { compare } = new Intl.Collator(navigator.language);
  return places.countries
    .map(({ code }) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => compare(one.label, other.label));
};

type HolidaysProps = {
  readonly slug: string;
  readonly places: HolidayPlaces;
  readonly closed: readonly unknown[];
  readonly today: string;
  readonly onAdd: (days: readonly { readonly from: string; readonly until: string }[]) => void;
  readonly onClose: () => void;
};

function Holidays({ slug, places, closed, today, onAdd, onClose }: HolidaysProps) {
  const [choice, setChoice] = useState<HolidayChoice>({
    country: places.suggested ?? "",
    region: "",
    year: places.years[0] ?? 0,
  });
  const regions = places.countries.find(({ code }) => code === choice.country)?.regions ?? [];
  return (
    <>
      <div className={css.row}>
        <Field label="Country">
          <Select
            value={choice.country}
            {...(places.suggested === null && { placeholder: "Please select" })}
            lang={navigator.language}
            options={countryNames(places)}
            onChange={({ target }) => setChoice({ ...choice, country: target.value, region: "" })}
          />
        </Field>
        {regions.length > 0 && (
          <Field label="Region">
            <Select
              value={choice.region}
              options={[
                { value: "", label: "Whole country" },
                ...regions.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={({ target }) => setChoice({ ...choice, region: target.value })}
            />
          </Field>
        )}
        <Field label="Year">
          <Select
            value={String(choice.year)}
            options={places.years.map((year) => ({ value: String(year), label: String(year) }))}
            onChange={({ target }) => setChoice({ ...choice, year: Number(target.value) })}
          />
        </Field>
      </div>
      <HolidayList
        key={`${choice.country} ${choice.region} ${choice.year}`}
        slug={slug}
        choice={choice}
        locale={places.locale}
        closed={closed}
        today={today}
        onAdd={onAdd}
        onClose={onClose}
      />
    </>
  );
}
