import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Button } from "@foyer/ui/action/Button.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { memberPageQuery } from "../memberQueries.ts";
import { MergeForm } from "./MergeForm.tsx";
import { comparisonQuery } from "./mergeQueries.ts";
import { PersonSearch } from "./PersonSearch.tsx";
import recordCss from "../../../shared/styles/Record.module.css";

const route = "/signed-in/$slug/members/$id/merge" as const;

/** Merges a member with another person, who is found, compared and confirmed. The other person is part of the address. */
export function MergeScreen() {
  const { slug, id } = useParams({ from: route });
  const { other } = useSearch({ from: route });
  const { data: member } = useQuery(memberPageQuery(slug, id));
  const navigate = useNavigate({ from: "/$slug/members/$id/merge" });
  const choose = (person: string | undefined): void =>
    void navigate({ search: person === undefined ? {} : { other: person } });
  return (
    <OfficePage
      title={`Merge ${member?.name || "a member"} with another person`}
      actions={
        <Link className={recordCss.link} to="/$slug/members/$id" params={{ slug, id }}>
          Back to the member
        </Link>
      }
    >
      {other === undefined ? (
        <PersonSearch slug={slug} id={id} onChoose={choose} />
      ) : (
        <Comparison slug={slug} id={id} other={other} onLeave={() => choose(undefined)} />
      )}
    </OfficePage>
  );
}

type ComparisonProps = {
  readonly slug: string;
  readonly id: string;
  readonly other: string;
  readonly onLeave: () => void;
};

function Comparison({ slug, id, other, onLeave }: ComparisonProps) {
  const query = useQuery(comparisonQuery(slug, id, other));
  const { data } = query;
  return (
    <Section
      title="Compare"
      actions={
        <Button size="small" onClick={onLeave}>
          Choose somebody else
        </Button>
      }
    >
      <LoadState query={query} skeleton="tile" count={2} />
      {data && <MergeForm slug={slug} id={id} comparison={data} />}
    </Section>
  );
}
