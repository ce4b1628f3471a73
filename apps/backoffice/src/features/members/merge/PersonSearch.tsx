import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { MergeCandidate } from "@foyer/contract/office/members/mergePersons.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count } from "../../../shared/format/format.ts";
import { SearchField } from "../../../shared/list/SearchField.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { Section } from "../../../shared/Page.tsx";
import { foundPersonsQuery, personKindNames } from "./mergeQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";

type PersonSearchProps = {
  readonly slug: string;
  readonly id: string;
  readonly onChoose: (person: string) => void;
};

/** Finds the other person: a member or a buyer. */
export function PersonSearch({ slug, id, onChoose }: PersonSearchProps) {
  const [q, setSearch] = useState("");
  const query = useQuery(foundPersonsQuery(slug, id, q));
  const { data, isFetching } = query;
  return (
    <Section title="Who is the same person?">
      <SearchField value={q} placeholder="Name, email, phone, member number or order" onSearch={setSearch} />
      <LoadState query={query} />
      <div aria-live="polite">
        {data && !isFetching && data.persons.length === 0 && (
          <p className={recordCss.quiet}>{data.too_short ? "Enter at least two letters." : "Nobody else was found."}</p>
        )}
      </div>
      {data && data.persons.length > 0 && (
        <ul className={recordCss.rows} aria-label="People found">
          {data.persons.map((person) => (
            <Person key={person.id} person={person} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Person({ person, onChoose }: { readonly person: MergeCandidate } & Pick<PersonSearchProps, "onChoose">) {
  const { id, name, email, kind, memberships, orders } = person;
  const shown = name || email || "Without a name";
  return (
    <li className={recordCss.row}>
      <div>
        <span className={recordCss.strong}>{shown}</span>
        <span className={recordCss.quiet}>
          {[email, personKindNames[kind], count(memberships, "membership"), count(orders, "order")]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      <Button
        size="small"
        aria-label={`Compare with ${[shown, email].filter(Boolean).join(", ")}`}
        onClick={() => onChoose(id)}
      >
        Compare
      </Button>
    </li>
  );
}
