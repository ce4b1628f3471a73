import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { maxSearchLetters } from "@foyer/contract/office/orders/search.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import css from "./SearchField.module.css";

type SearchFieldProps = {
  readonly label?: string;
  readonly value: string;
  readonly placeholder: string;
  readonly maxLength?: number;
  readonly onSearch: (q: string) => void;
};

/** Searches after a pause in typing, unless another screen is being opened meanwhile. */
export function SearchField({
  label = "Search",
  value,
  placeholder,
  maxLength = maxSearchLetters,
  onSearch,
}: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const router = useRouter();
  const search = useRef(onSearch);
  useEffect(() => void (search.current = onSearch));
  useEffect(() => {
    if (typed.trim() === known) return undefined;
    const timer = setTimeout(() => {
      const { latestLocation, state } = router;
      const isLeaving = state.isLoading && latestLocation.pathname !== state.resolvedLocation?.pathname;
      if (!isLeaving) search.current(typed.trim());
    }, 250);
    return () => clearTimeout(timer);
  }, [typed, known, router]);
  return (
    <div className={css.search}>
      <Field label={label}>
        <TextInput
          type="search"
          maxLength={maxLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={placeholder}
          autoComplete="off"
        />
      </Field>
    </div>
  );
}
