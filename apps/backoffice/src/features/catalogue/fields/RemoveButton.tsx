import { Button } from "@foyer/ui/action/Button.tsx";

type RemoveButtonProps = {
  /** What is removed, for screen readers: the page has many of these buttons. */
  readonly name: string;
  readonly onRemove: () => void;
};

export function RemoveButton({ name, onRemove }: RemoveButtonProps) {
  return (
    <Button size="small" kind="text" aria-label={`Remove ${name}`} onClick={onRemove}>
      Remove
    </Button>
  );
}
