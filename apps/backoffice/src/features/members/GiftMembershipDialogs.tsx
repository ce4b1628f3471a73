import { useState } from "react";
import {
  cancelGiftMembership,
  moveGiftMembershipEnd,
  resendGiftMembership,
  type GiftMembership,
} from "@foyer/contract/office/members/giftMemberships.ts";
import { previewGiftEmail } from "@foyer/contract/office/members/memberEmails.ts";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice, CallError } from "../../shared/call.ts";
import { ReasonDialog, type ReasonDialogProps } from "../../shared/dialog/ReasonDialog.tsx";
import { SentField } from "../../shared/Form.tsx";
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberEmail, useEmailPreview } from "./MemberEmail.tsx";
import { formatCalendarDay, refreshMembers } from "./memberQueries.ts";

export type GiftDialogProps = { readonly gift: GiftMembership; readonly slug: string; readonly onClose: () => void };

type GiftFormProps = Omit<ReasonDialogProps, "describe"> & Pick<GiftDialogProps, "slug">;

/** A change of a gift, with its reason. */
function GiftForm({ slug, send, ...dialog }: GiftFormProps) {
  return (
    <ReasonDialog
      {...dialog}
      send={async (reason) => {
        try {
          await send(reason);
        } catch (error) {
          if (error instanceof CallError && error.code === "stale_version") await refreshMembers(slug);
          throw error;
        }
        await refreshMembers(slug);
      }}
    />
  );
}

export function ResendGiftDialog({ gift: { id, version, giver, giftee }, slug, onClose }: GiftDialogProps) {
  const to = giftee?.email ?? giver.email;
  const choice = useEmailChoice();
  const { sentence } = choice.sent.email ?? {};
  const preview = useEmailPreview({
    queryKey: [slug, id, version],
    read: () => callOffice(previewGiftEmail, { gift_id: id }, slug),
  });
  return (
    <GiftForm
      {...{ slug, onClose }}
      title="Send the code again"
      verb={to === null ? "Send" : `Send to ${to}`}
      done="The code is on its way."
      needsReason={false}
      isReady={to !== null}
      send={() => callOffice(resendGiftMembership, { gift_id: id, ...(sentence && { sentence }) }, slug)}
    >
      <p>
        {giftee === null
          ? "Nobody is named as the recipient, so the giver gets the code."
          : "The recipient gets the code, and the link to redeem it."}
      </p>
      <MemberEmail
        preview={preview}
        choice={choice}
        to={to}
        nobody="Neither the recipient nor the giver has an email address, so the code cannot be sent."
        isNeeded
      />
    </GiftForm>
  );
}

export function MoveGiftEndDialog({ gift: { id, version, last_day }, slug, onClose }: GiftDialogProps) {
  const [day, setDay] = useState("");
  const isReady = day !== "" && last_day !== null && day > last_day;
  return (
    <GiftForm
      {...{ slug, onClose, isReady }}
      fields={["last_day"]}
      title="Extend the gift"
      verb={isReady ? `Extend until ${formatCalendarDay(day)}` : "Extend"}
      done="The gift can be redeemed longer."
      send={(reason) => callOffice(moveGiftMembershipEnd, { gift_id: id, version, last_day: day, reason }, slug)}
    >
      <SentField
        name="last_day"
        label="Last day"
        hint={last_day === null ? "It has no end." : `Currently ${formatCalendarDay(last_day)}.`}
        required
      >
        <TextInput type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </SentField>
    </GiftForm>
  );
}

export function CancelGiftDialog({ gift: { id, version, order_number }, slug, onClose }: GiftDialogProps) {
  return (
    <GiftForm
      {...{ slug, onClose }}
      title="Cancel the gift"
      verb="Cancel the gift"
      done="The gift is cancelled."
      isDestructive
      send={(reason) => callOffice(cancelGiftMembership, { gift_id: id, version, reason }, slug)}
    >
      <p>
        The code can no longer be redeemed. This does not refund any money. To refund it, cancel order {order_number}.
      </p>
    </GiftForm>
  );
}
