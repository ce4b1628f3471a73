import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { MemberPage } from "@foyer/contract/office/members/memberPage.ts";
import { useOwnSeller } from "../../shared/queries.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { MemberRecords } from "./MemberRecords.tsx";
import { memberPageQuery } from "./memberQueries.ts";
import { TermCard } from "./TermCard.tsx";
import recordCss from "../../shared/styles/Record.module.css";

/** A person: their details, their memberships with all terms, and their records. */
export function MemberScreen() {
  const { slug, id } = useParams({ from: "/signed-in/$slug/members/$id" });
  const { permissions } = useOwnSeller(slug);
  const query = useQuery(memberPageQuery(slug, id));
  const { data: member } = query;
  return (
    <OfficePage
      title={member ? member.name || "Member" : "Member"}
      actions={
        <>
          {permissions.includes("member.merge") && (
            <Link className={recordCss.link} to="/$slug/members/$id/merge" params={{ slug, id }}>
              Merge with another person
            </Link>
          )}
          <Link className={recordCss.link} to="/$slug/members" params={{ slug }}>
            All members
          </Link>
        </>
      }
    >
      <LoadState query={query} skeleton="tile" count={2} />
      {member && (
        <>
          <Person member={member} />
          <Section title="Memberships">
            {member.terms.map((term) => (
              <TermCard key={term.id} {...{ term, member, slug, permissions }} />
            ))}
          </Section>
          <MemberRecords member={member} slug={slug} />
        </>
      )}
    </OfficePage>
  );
}

function Person({ member: { email, phone, address, has_account } }: { readonly member: MemberPage }) {
  return (
    <Section title="Person">
      <dl className={recordCss.facts}>
        <div>
          <dt>Email</dt>
          <dd>{email ?? "None"}</dd>
        </div>
        <div>
          <dt>Telephone</dt>
          <dd>{phone ?? "None"}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>
            {address.length === 0
              ? "None"
              : address.map((line) => (
                  <span key={line}>
                    {line}
                    <br />
                  </span>
                ))}
          </dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>{has_account ? "Can log in" : "None"}</dd>
        </div>
      </dl>
    </Section>
  );
}
