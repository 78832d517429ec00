// The key that secrets are sealed with. On a server it stays there; here it stays in the browser
// of the pupil, so that a game goes on after a reload.
const NAME = "mastermind-edu-key";
const BYTES = 32;

export function sealingKey() {
  try {
    const kept = localStorage.getItem(NAME) ?? newKey();
    localStorage.setItem(NAME, kept);
    return kept;
  } catch {
    return newKey(); // no storage in a private window: games then last as long as the page
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
