import { useState } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  readSampleEmail,
  sampleEmailKinds,
  sampleEmails,
  sendTestEmail,
  type SampleEmailKind,
} from "@foyer/contract/office/sampleEmails.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage } from "../../shared/Page.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { EmailFrame } from "./EmailFrame.tsx";
import css from "./Emails.module.css";

export type EmailsSearch = { readonly kind?: string | undefined };
type Look = "light" | "dark" | "text";

const sampleQuery = (slug: string, kind: SampleEmailKind) =>
  queryOptions({
    queryKey: ["emails", slug, kind],
    queryFn: () => callOffice(readSampleEmail, { kind } as never, slug),
    // Texts and colours are edited on other screens.
    refetchOnMount: "always",
  });

/** Each e-mail as it will look, with the data of a made-up order. It can be sent to oneself as a test. */
export function EmailsScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/emails" });
  const search: EmailsSearch = useSearch({ from: "/signed-in/$slug/emails" });
  const navigate = useNavigate({ from: "/$slug/emails" });
  const kind = sampleEmailKinds.find((one) => one === search.kind) ?? "order_confirmation";
  const [look, setLook] = useState<Look>("light");
  const query = useQuery(sampleQuery(slug, kind));
  const { data } = query;
  return (
    <OfficePage
      title="Emails"
      actions={
        <>
          <Link to="/$slug/emails/sender" params={{ slug }} {...buttonAttributes({ size: "small" })}>
            Sender
          </Link>
          <TestButton key={kind} slug={slug} kind={kind} />
        </>
      }
    >
      <div className={css.choices}>
        <Field label="Email" hint={sampleEmails[kind].sent}>
          <Select
            value={kind}
            onChange={({ target }) => void navigate({ search: { kind: target.value }, replace: true })}
            options={sampleEmailKinds.map((one) => ({ value: one, label: sampleEmails[one].name }))}
          />
        </Field>
        <Field label="As">
          <Select
            value={look}
            onChange={({ target }) => setLook(target.value as Look)}
            options={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
              { value: "text", label: "Plain text" },
            ]}
          />
        </Field>
      </div>
      <LoadState query={query} skeleton="tile" count={2} />
      {data && <Sample email={data} look={look} />}
    </OfficePage>
  );
}

function TestButton({ slug, kind }: { readonly slug: string; readonly kind: SampleEmailKind }) {
  const toast = useToast();
  const test = useAction(async () => {
    const { to } = await callOffice(sendTestEmail, { kind }, slug);
    toast({ text: `A test is on its way to ${to}.` });
  });
  return (
    <>
      {test.failure && <Banner tone="error">{test.failure.message}</Banner>}
      <Button size="small" busy={test.isBusy} onClick={() => void test.run()}>
        Send me a test
      </Button>
    </>
  );
}

const fileNames = { tickets: "tickets as a PDF", cards: "cards as a PDF", calendar: "a calendar entry" } as const;

type SampleProps = { readonly email: StaffReply<typeof readSampleEmail>; readonly look: Look };

function Sample({ email, look }: SampleProps) {
  const { subject, html, text, from_name, from, reply_to, attachments, is_draft } = email;
  return (
    <section className={css.email} aria-label="The email">
      <dl className={css.head}>
        <Fact name="From">
          {from_name}, {from ?? "the server’s address"}
        </Fact>
        {reply_to !== null && <Fact name="Replies to">{reply_to}</Fact>}
        <Fact name="Subject">{subject}</Fact>
        {attachments.length > 0 && <Fact name="Attached">{attachments.map((one) => fileNames[one]).join(", ")}</Fact>}
      </dl>
      {look === "text" ? (
        <pre className={css.text}>{text}</pre>
      ) : (
        <EmailFrame title={`The email, ${look}`} html={html} look={look} />
      )}
      <p className={css.quiet}>
        The order is made up.{" "}
        {is_draft ? "Words and colours are those of the draft." : "Words and colours are those that are published."}
      </p>
    </section>
  );
}
