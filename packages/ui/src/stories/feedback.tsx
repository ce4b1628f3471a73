import { useState } from "react";
import { useAnnounce } from "../feedback/Announcer.tsx";
import { Banner } from "../feedback/Banner.tsx";
import { Button } from "../action/Button.tsx";
import { Modal } from "../overlay/Modal.tsx";
import { useModal } from "../overlay/ModalStack.tsx";
import { Skeleton } from "../feedback/Skeleton.tsx";
import { Spinner } from "../feedback/Spinner.tsx";
import { TimerLine } from "../feedback/TimerLine.tsx";
import { VisuallyHidden } from "../content/VisuallyHidden.tsx";
import { Row, Stack } from "./Row.tsx";
import { storiesOf } from "./story.ts";

function OneModal() {
  const terms = useModal("story-terms");
  const sure = useModal("story-sure");
  return (
    <>
      <Button onClick={terms.open}>Open a modal</Button>
      <Modal
        name="story-terms"
        title="Terms of sale"
        closeLabel="Close"
        footer={
          <>
            <Button onClick={sure.open}>Decline</Button>
            <Button kind="primary" onClick={terms.close}>
              Accept
            </Button>
          </>
        }
      >
        <p>
          Tickets are valid for the day and the time printed on them. Please arrive ten minutes early; latecomers are
          let in at the next pause.
        </p>
      </Modal>
      <Modal
        name="story-sure"
        title="Leave without tickets?"
        size="narrow"
        footer={<Button onClick={sure.close}>Go back</Button>}
      >
        <p>This one stays until you answer it: neither Escape nor the backdrop closes it.</p>
      </Modal>
    </>
  );
}

function Announcing() {
  const announce = useAnnounce();
  const [count, setCount] = useState(0);
  return (
    <Button
      onClick={() => {
        setCount(count + 1);
        announce(`Announced ${count + 1}`);
      }}
    >
      Announce to readers ({count})
    </Button>
  );
}

export const feedbackStories = storiesOf("Feedback", {
  Banners: () => (
    <Stack>
      <Banner title="Plan for two hours">The last entry is one hour before closing.</Banner>
      <Banner tone="warning" title="Few tickets left">
        Only 4 tickets are left for this time.
      </Banner>
      <Banner tone="error" title="Your card was declined" action={<Button kind="text">Use another card</Button>}>
        Nothing was charged and your tickets are still held.
      </Banner>
      <Banner tone="success" title="Promo code SPRING applied" onDismiss={() => undefined} dismissLabel="Dismiss">
        10% off every adult ticket.
      </Banner>
    </Stack>
  ),
  "Timer levels": () => (
    <Stack>
      <TimerLine level="info" label="Held for you" left="14:59" />
      <TimerLine level="warning" label="Held for you" left="4:59" />
      <TimerLine level="error" label="Held for you" left="1:59" />
      <TimerLine level="critical" label="Held for you" left="0:29" />
    </Stack>
  ),
  Modals: () => <OneModal />,
  Loading: () => (
    <Stack>
      <Row>
        <Spinner label="Loading" />
        <span>Loading times</span>
      </Row>
      <Skeleton shape="title" />
      <Skeleton count={3} />
      <Skeleton shape="tile" count={4} />
    </Stack>
  ),
  "For readers only": () => (
    <Row>
      <Announcing />
      <VisuallyHidden>Heard, not seen</VisuallyHidden>
    </Row>
  ),
});
