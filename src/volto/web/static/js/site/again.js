// @ts-check
/** A page that could not be shown for now: asks again by itself, and opens once it can be. */

const WAIT = 2000;

async function again() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer && answer.status < 500) location.reload();
  else setTimeout(again, WAIT);
}

setTimeout(again, WAIT);
