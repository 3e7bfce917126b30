// Saves a file that the page has in memory.

/** How long the browser may take to read the file. */
const READ_MS = 10_000;

export const save = (file: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
};
