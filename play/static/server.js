// Questions to the server. What it refuses becomes a Refusal with the server's own sentence.

export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** The answer to a question that nobody waits for any more. */
export class Outdated extends Error {}

/** GET a path, or POST a value to it as JSON; gives the answer. */
export async function ask(path, value = undefined) {
  const asking =
    value === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
  return answer(await send(path, asking));
}

/** POST a file as it is; gives the answer. */
export async function upload(path, file) {
  return answer(await send(path, { method: "POST", body: file }));
}

async function send(path, asking) {
  try {
    return await fetch(path, asking);
  } catch {
    throw new Refusal(0, "the server does not answer: is `cosmozoo play --web` still running?");
  }
}

async function answer(response) {
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const value = isJson ? JSON.parse(text) : { error: text };
  if (!response.ok) {
    throw new Refusal(response.status, value.error);
  }
  return value;
}
