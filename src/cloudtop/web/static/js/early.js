// Runs before anything is painted, so that a chosen light does not flash.
try {
  const light = localStorage.getItem("light");
  if (light) document.documentElement.dataset.theme = light;
} catch {
  // A browser that keeps nothing follows the system's light.
}
