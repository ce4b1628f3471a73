import { useState, type DragEvent } from "react";

/** The attributes of an element on which files can be dropped. It has `data-over` while files are dragged over it. */
export const useFileDrop = (onDrop: (files: FileList) => void) => {
  const [isOver, setOver] = useState(false);
  return {
    "data-over": isOver || undefined,
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onDrop(event.dataTransfer.files);
    },
  };
};
