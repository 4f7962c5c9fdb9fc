// @ts-check
/** The first game: the gentlest rival, White to begin, every aid, and a guide beside the mat. */
import { post } from "../wire/post.js";

/** Goes to the table; rejects with `Refused` if there is none. */
export async function beginFirstGame() {
  const made = await post("/api/tables", { mode: "house", level: 1, family: "white", first: "white", aid: "chances" });
  location.assign(made.path.replace("#", "?guide#"));
}
