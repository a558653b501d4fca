// Ten actions of a battle with types that were made from the description: `node play.js URL TOKEN BATTLE`.
import type { components, paths } from "./api";

declare const process: { argv: string[] };

type Legal = paths["/api/battles/{battle}/legal"]["get"]["responses"][200]["content"]["application/json"];
type Acted = paths["/api/battles/{battle}/actions"]["post"]["responses"][200]["content"]["application/json"];
type Body = components["schemas"]["BattlesActRequest"];

const [url, token, battle] = process.argv.slice(2) as [string, string, string];
const authorization = `Bearer ${token}`;

async function answered<T>(answer: Response): Promise<T> {
  if (answer.status !== 200) {
    const problem = (await answer.json()) as components["schemas"]["Problem"];
    throw new Error(`${problem.status} ${problem.title} ${problem.detail}`);
  }
  return (await answer.json()) as T;
}

async function play(): Promise<void> {
  let seq = 1;
  for (let turn = 0; turn < 10; turn++) {
    const legal = await answered<Legal>(await fetch(`${url}/api/battles/${battle}/legal`, { headers: { authorization } }));
    const chosen = legal[turn % legal.length];
    if (chosen === undefined) throw new Error("nothing may be done");
    const body: Body = { action: chosen.action };
    const done = await answered<Acted>(
      await fetch(`${url}/api/battles/${battle}/actions?as=${chosen.side}`, {
        method: "POST",
        headers: {
          authorization,
          "content-type": "application/json",
          "if-match": `"${seq}"`,
          "idempotency-key": `turn ${turn}`,
        },
        body: JSON.stringify(body),
      }),
    );
    seq = done.seq;
  }
  console.log(seq);
}

play();
