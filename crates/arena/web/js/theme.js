// Runs before the first paint, as a blocking script: the chosen theme is there at once.
try {
  const theme = localStorage.getItem("spinney.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // No storage, no override: the system decides.
}
