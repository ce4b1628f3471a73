import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { MemberPage } from "@foyer/contract/office/members/memberPage.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { ContactDialog } from "./ContactDialog.tsx";
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
          <Person member={member} slug={slug} mayEdit={permissions.includes("member.edit")} />
          <Section title="Memberships">
            {member.terms.map((term) => (
              <TermCard key={term.id} {...{ term, member, slug, permissions }} />
            ))}
          </Section>
          <MemberRecords member={member} slug={slug} mayNote={permissions.includes("order.note")} />
        </>
      )}
    </OfficePage>
  );
}

type PersonProps = { readonly member: MemberPage; readonly slug: string; readonly mayEdit: boolean };

function Person({ member, slug, mayEdit }: PersonProps) {
  const { email, phone, address, contact, has_account } = member;
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <Section
      title="Person"
      actions={
        mayEdit &&
        contact && (
          <Button size="small" kind="text" onClick={() => setCorrecting(true)}>
            Correct telephone and address
          </Button>
        )
      }
    >
      {isCorrecting && contact && <ContactDialog {...{ member, contact, slug }} onClose={() => setCorrecting(false)} />}
      <dl className={recordCss.facts}>
        <Fact name="Email">{email ?? "None"}</Fact>
        <Fact name="Telephone">{phone ?? "None"}</Fact>
        <Fact name="Address">
          {address.length === 0
            ? "None"
            : address.map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
        </Fact>
        <Fact name="Account">{has_account ? "Can log in" : "None"}</Fact>
      </dl>
    </Section>
  );
}
