import { useParams } from "@tanstack/react-router";
import { TextField } from "../catalogue/ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../catalogue/document.ts";
import { SellerFrame, type SellerForm } from "../catalogue/SellerFrame.tsx";
import { SenderVerdict } from "./SenderVerdict.tsx";
import css from "./Emails.module.css";

/** The sender address of a seller's e-mails, the reply address, and whether receivers will accept the sender. */
export function SenderScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/emails/sender" });
  return (
    <SellerFrame
      slug={slug}
      title="Sender of emails"
      fields={["configuration.mail_from", "configuration.mail_reply_to"]}
    >
      {(form) => <SenderForm slug={slug} {...form} />}
    </SellerFrame>
  );
}

function SenderForm({ slug, seller, onEdit }: SellerForm & { readonly slug: string }) {
  const configuration = recordOf(seller["configuration"]);
  const shared = {
    record: configuration,
    at: "configuration",
    onEdit: (next: Loose) =>
      onEdit(withField(seller, "configuration", Object.keys(next).length > 0 ? next : undefined)),
  };
  return (
    <div className={css.sender}>
      <TextField
        {...shared}
        name="mail_from"
        label="Sender"
        hint="An address of the seller’s own domain. Empty: the server’s address, with the seller’s name."
      />
      <TextField
        {...shared}
        name="mail_reply_to"
        label="Replies go to"
        hint="An address where somebody reads the replies. Empty: replies go to the sender."
      />
      <SenderVerdict slug={slug} address={textOf(configuration["mail_from"]).trim()} />
    </div>
  );
}
