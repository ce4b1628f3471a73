import { useQuery } from "@tanstack/react-query";
import {
  previewGiftCardEmail,
  previewIssuedGiftCard,
  type GiftCardPage,
} from "@foyer/contract/office/money/giftCards.ts";
import type { EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import type { StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { callOffice } from "../../shared/call.ts";
import { useSettled } from "../../shared/useSettled.ts";
import { previewPause } from "../../shared/email/EmailFields.tsx";

type ShownEmail = {
  readonly email: EmailPreview | Pick<EmailPreview, "to"> | null;
  readonly waiting: string;
  readonly failure: Error | null;
};

const reading = "Its text is being read.";
const unfinished = "Its text is shown once the email address is complete.";

/** The e-mail that a change of a card sends to a typed address. */
export const useCardEmail = (
  { id, version, recipient_email }: GiftCardPage,
  slug: string,
  { action, to }: { readonly action: "resend" | "replace"; readonly to: string },
): ShownEmail => {
  const settled = useSettled(to, previewPause);
  const { data, error } = useQuery({
    queryKey: ["gift-card-email", slug, id, version, action, settled],
    queryFn: () =>
      callOffice(
        previewGiftCardEmail,
        { gift_card_id: id, action, ...(settled !== recipient_email && { to: settled }) },
        slug,
      ),
    enabled: isEmail(settled) || settled === recipient_email,
    retry: false,
  });
  const isRead = data !== undefined && settled === to;
  return {
    email: to === "" ? null : isRead ? data.email : { to },
    waiting: isEmail(to) ? reading : unfinished,
    failure: settled === to ? error : null,
  };
};

type Typed = StaffSent<typeof previewIssuedGiftCard>;

/** The e-mail that issuing a card sends. `isReady`: the card can be issued. */
export const useIssueEmail = (slug: string, typed: Typed, isReady: boolean): ShownEmail => {
  const asked = JSON.stringify(typed);
  const settled = useSettled(asked, previewPause);
  const to = typed.email ?? "";
  const { data, error } = useQuery({
    queryKey: ["gift-card-issue-email", slug, settled],
    queryFn: () => callOffice(previewIssuedGiftCard, JSON.parse(settled) as Typed, slug),
    enabled: isReady && isEmail(to) && settled === asked,
    retry: false,
  });
  const isRead = data !== undefined && settled === asked;
  return {
    email: to === "" ? null : isRead ? data.email : { to },
    waiting: isReady && isEmail(to) ? reading : "Its text is shown once there is an amount and an email address.",
    failure: settled === asked ? error : null,
  };
};
